/** `check` looks at each origin's certificate: one that Cloudflare would not take is told before it is deployed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Certificates, makeCertificates, type Validity } from "../../dev/certificates.ts";
import { checkOrigins, codesAt, findingsAt } from "./support/check-origins.ts";
import { type ScriptedOrigin, startTlsOrigin, status } from "./support/tls-origin.ts";

const origins: ScriptedOrigin[] = [];
let stranger: Certificates;

beforeAll(async () => {
  stranger = await makeCertificates();
});
afterAll(() => Promise.all(origins.map((one) => one.stop())));

const withCertificate = async (certificates: Pick<Certificates, "key" | "cert">): Promise<ScriptedOrigin> => {
  const origin = await startTlsOrigin(certificates, status(200));
  origins.push(origin);
  return origin;
};

describe("a certificate of a trusted authority", () => {
  test.for<[string, readonly string[], Validity, readonly string[], RegExp]>([
    ["that has expired", ["localhost"], { fromDays: -10, toDays: -1 }, ["error tls-expired"], /^its certificate ended on \d{4}-\d\d-\d\d$/],
    ["that begins tomorrow", ["localhost"], { fromDays: 1, toDays: 7 }, ["error tls-not-yet-valid"], /^its certificate begins on \d{4}-/],
    [
      "for other names",
      ["elsewhere.example", "*.wild.example"],
      { fromDays: -1, toDays: 7 },
      ["error tls-hostname"],
      /^its certificate is for elsewhere\.example, \*\.wild\.example, not for this name$/,
    ],
    [
      "with five of ninety days left",
      ["localhost"],
      { fromDays: -85, toDays: 5.5 },
      ["warning tls-expiring"],
      /^its certificate ends in 5 days, on /,
    ],
    ["with fifteen of ninety days left is well", ["localhost"], { fromDays: -75, toDays: 15.5 }, [], /^$/],
    ["with three of six days left is well: it is short by design", ["localhost"], { fromDays: -3, toDays: 3.5 }, [], /^$/],
  ])("%s", async ([, hosts, validity, codes, found]) => {
    const certificates = await makeCertificates(hosts, validity);
    const origin = await withCertificate(certificates);
    const ran = await checkOrigins([origin.url], { trusted: [certificates], words: ["--json"] });
    expect(codesAt(ran, origin.url)).toEqual(codes);
    expect(findingsAt(ran, origin.url)[0]?.found ?? "").toMatch(found);
    // Over TLS that does not hold, nothing is asked.
    expect(origin.arrivals).toHaveLength(codes.some((code) => code.startsWith("error")) ? 0 : 2);
  });
});

describe("a certificate of an authority that is not trusted", () => {
  test("alone: the chain may be incomplete, or the authority a private one", async () => {
    const origin = await withCertificate(stranger);
    const ran = await checkOrigins([origin.url], { words: ["--json"] });
    expect(findingsAt(ran, origin.url)).toEqual([
      expect.objectContaining({
        code: "tls-untrusted",
        found: expect.stringMatching(/intermediate/),
        advice: expect.stringMatching(/fullchain.*526/),
      }),
    ]);
    expect(ran.code).toBe(1);
  });

  test("with its authority in the chain", async () => {
    const origin = await withCertificate({ key: stranger.key, cert: `${stranger.cert}\n${stranger.ca}` });
    const ran = await checkOrigins([origin.url], { words: ["--json"] });
    expect(findingsAt(ran, origin.url)).toEqual([
      expect.objectContaining({
        severity: "error",
        code: "tls-untrusted",
        found: "its certificate is of an authority that is not trusted here",
      }),
    ]);
  });

  test("is told even where Node is told to take any", async () => {
    const origin = await withCertificate(stranger);
    const ran = await checkOrigins([origin.url], { words: ["--json"], env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
    expect(codesAt(ran, origin.url)).toEqual(["error tls-untrusted"]);
    expect(origin.arrivals).toEqual([]);
  });
});
