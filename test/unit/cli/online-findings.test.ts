/** What is said of each report: the codes that need no network to be produced, and those that a loopback address cannot produce. */
import { describe, expect, test } from "vitest";
import { onlineFindings } from "../../../cli/check/online/findings.ts";
import type { OriginReport } from "../../../cli/check/online/report.ts";
import { answer, failure, report, secured, surroundings } from "./online-reports.ts";

const found = (one: OriginReport, changes = {}) => onlineFindings([one], { ...surroundings, ...changes }, false);
const inShort = (one: OriginReport, changes = {}) => found(one, changes).map(({ severity, code }) => `${severity} ${code}`);
const unreached = { handshakes: undefined, health: undefined, ready: undefined };
const unasked = { health: undefined, ready: undefined };
const both = (failed: ReturnType<typeof failure>) => ({ ...unasked, handshakes: { h2: failed, "http/1.1": failed } });
const objecting = (objection: string) => {
  const one = secured({ objection });
  return report({ ...unasked, handshakes: { h2: one, "http/1.1": one } });
};

test("of an origin that is well, nothing is said", () => {
  expect(found(report())).toEqual([]);
});

describe("names", () => {
  test.for([
    ["ENOTFOUND", /does not resolve/],
    ["EAI_AGAIN", /no name server answered/],
    ["TIMEOUT", /longer than 10000 ms/],
    ["NOT_LOOKED_UP", /busy with other names/],
    ["ESERVFAIL", /could not be looked up \(ESERVFAIL\)/],
  ] as const)("that fail with %s", ([code, words]) => {
    expect(found(report({ ...unreached, looked: failure(code) }))).toEqual([
      expect.objectContaining({ severity: "error", code: "dns", where: "https://a.example.com", found: expect.stringMatching(words) }),
    ]);
  });

  test.for<[string, readonly string[], string, readonly string[]]>([
    ["a private address", ["192.168.0.7"], "https://a.example.com", ["warning dns-private"]],
    ["loopback and unique local", ["::1", "fd00::7", "::ffff:10.0.0.1"], "https://a.example.com", ["warning dns-private"]],
    ["one public address among them", ["10.0.0.1", "203.0.113.7"], "https://a.example.com", []],
    ["a public IPv6 address", ["2001:db8::7"], "https://a.example.com", []],
    ["localhost, which is told offline", ["127.0.0.1"], "https://b.localhost:8443", []],
    ["an address in place of a name", ["10.0.0.1"], "https://10.0.0.1", []],
  ])("that resolve to %s", ([, addresses, url, codes]) => {
    expect(inShort(report({ looked: { kind: "addresses", addresses } }, url))).toEqual(codes);
  });
});

describe("connections and handshakes each have their own words", () => {
  test.for<[string, boolean, string, RegExp]>([
    ["ECONNREFUSED", false, "connect", /nothing listens on port 443/],
    ["TIMEOUT", false, "connect", /no connection to port 443 within 10000 ms/],
    ["ETIMEDOUT", false, "connect", /no connection to port 443/],
    ["EHOSTUNREACH", false, "connect", /cannot be reached/],
    ["ECONNRESET", true, "connect", /closed before TLS/],
    ["EWHATEVER", false, "connect", /EWHATEVER/],
    ["TIMEOUT", true, "tls-failed", /not over after 10000 ms/],
    ["ERR_SSL_WRONG_VERSION_NUMBER", true, "tls-failed", /not with TLS/],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", true, "tls-failed", /no version of TLS/],
    ["ERR_SSL_UNSUPPORTED_PROTOCOL", true, "tls-failed", /no version of TLS/],
    ["ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL", true, "tls-failed", /neither on HTTP\/2 nor/],
    ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", true, "tls-failed", /refuses the TLS handshake/],
    ["EPROTO", true, "tls-failed", /fails \(EPROTO\)/],
  ])("%s, connected: %s", ([code, connected, finding, words]) => {
    expect(found(report(both(failure(code, connected))))).toEqual([
      expect.objectContaining({ severity: "error", code: finding, found: expect.stringMatching(words) }),
    ]);
  });
});

describe("certificates", () => {
  test.for<[string, string, RegExp]>([
    ["CERT_HAS_EXPIRED", "tls-expired", /of its chain/],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls-untrusted", /self-signed/],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls-untrusted", /intermediate/],
    ["CERT_REVOKED", "tls-untrusted", /CERT_REVOKED/],
    ["a text of another kind", "tls-untrusted", /for another reason/],
  ])("%s", ([objection, code, words]) => {
    expect(found(objecting(objection))).toEqual([
      expect.objectContaining({ severity: "error", code, found: expect.stringMatching(words) }),
    ]);
  });
});

describe("answers", () => {
  test.for<[string, Partial<OriginReport>, readonly string[]]>([
    ["slow", { health: answer(200, {}, 2_501) }, ["hint origin-slow"]],
    ["just in time", { health: answer(200, {}, 2_500) }, []],
    ["a cut connection", { health: failure("ECONNRESET", true), ready: failure("ECONNRESET", true) }, ["error connect"]],
    ["no HTTP", { health: failure("HPE_INVALID_CONSTANT", true) }, ["warning no-http1"]],
    ["no Date", { health: answer(200, { date: undefined }) }, []],
    ["half a minute is no skew", { health: answer(200, { date: new Date(surroundings.now + 29_000).toUTCString() }) }, []],
    ["a redirect to itself", { health: answer(301, { location: "/login?x" }) }, ["warning origin-redirects"]],
    ["redirects from everywhere, told once", { health: answer(302, { location: "/x" }), ready: answer(302) }, ["warning origin-redirects"]],
    ["a redirect of /ready alone", { ready: answer(302) }, ["warning ready-status"]],
    ["a redirect to nowhere", { health: answer(301) }, ["warning origin-redirects"]],
  ])("%s", ([, changes, codes]) => {
    expect(inShort(report(changes))).toEqual(codes);
  });

  test("a server of primary-replica may send its visitors on to its own page", () => {
    const one = report({ health: answer(302, { location: "/login" }), ready: undefined });
    expect(inShort(one, { isMessageWeave: false, isUp: (status: number) => status < 400 })).toEqual(["hint origin-redirects"]);
  });

  test("what a 522 means is said where Cloudflare gives it", () => {
    const [first] = found(report({ health: answer(522, { server: "cloudflare" }), ready: answer(200) }));
    expect(first).toMatchObject({ code: "health-status", advice: expect.stringMatching(/^Cloudflare stands in front/) });
  });
});
