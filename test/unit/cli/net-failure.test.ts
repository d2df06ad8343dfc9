/** The classes of what goes wrong on the way to a server. */
import { describe, expect, test } from "vitest";
import { inWords, reasonOf } from "../../../cli/net/failure.ts";

const withCode = (code: unknown): unknown => Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:443 hunter2"), { code });

describe("an error is known by its code alone", () => {
  test.for([
    ["ECONNREFUSED", "refused"],
    ["ENOTFOUND", "no-such-name"],
    ["EAI_AGAIN", "name-not-looked-up"],
    ["CERT_HAS_EXPIRED", "certificate-expired"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate-for-another-name"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate-untrusted"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "no-tls"],
    ["ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR", "no-tls"],
    ["HPE_INVALID_CONSTANT", "no-http"],
    ["ESOMETHING", "other"],
    [undefined, "other"],
    [7, "other"],
  ] as const)("%s is %s", ([code, reason]) => expect(reasonOf(withCode(code))).toBe(reason));

  test("what is no error is one all the same", () => {
    expect(reasonOf("ECONNREFUSED")).toBe("other");
    expect(reasonOf(null)).toBe("other");
  });
});

test("the words hold nothing of the error", () => {
  expect(inWords(reasonOf(withCode("ECONNREFUSED")))).toBe("the connection was refused");
});
