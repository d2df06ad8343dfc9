/** `check` asks the origins: answers that are not what they should be, and clocks that differ. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Certificates, makeCertificates } from "../../dev/certificates.ts";
import { checkOrigins, codesAt, findingsAt } from "./support/check-origins.ts";
import { findingsIn, type Ran } from "./support/command.ts";
import { type ScriptedOrigin, silent, startTlsOrigin, status } from "./support/tls-origin.ts";

let certificates: Certificates;
const origins: ScriptedOrigin[] = [];

beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => Promise.all(origins.map((one) => one.stop())));

const having = async (origin: Promise<ScriptedOrigin>): Promise<string> => {
  const one = await origin;
  origins.push(one);
  return one.url;
};
const checked = (urls: readonly string[]): Promise<Ran> => checkOrigins(urls, { trusted: [certificates], words: ["--json"] });
const well = (): Promise<string> => having(startTlsOrigin(certificates, status(200)));

describe("what an answer tells", () => {
  const elsewhere = "https://login.example/secret-path?secret-query";
  const off = (ms: number) => ({ date: new Date(Date.now() + ms).toUTCString() });
  const answering = (...answer: Parameters<typeof status>) => having(startTlsOrigin(certificates, status(...answer)));

  test.for<[string, () => Promise<string>, readonly string[], RegExp]>([
    ["404 is up, and nobody's", () => answering(404, {}, { "/ready": status(200) }), ["warning health-status"], /404 .*counts as up/],
    ["503 is down", () => answering(503, {}, { "/ready": status(200) }), ["error health-status"], /503 .*counts as down/],
    ["not ready", () => answering(200, {}, { "/ready": status(503) }), ["warning ready-status"], /503 to GET \/ready/],
    ["silent about it", () => answering(200, {}, { "/ready": silent }), ["warning ready-status"], /no answer to GET \/ready/],
    [
      "a redirect, of which only the origin is said",
      () => answering(302, { location: elsewhere }, { "/ready": status(200) }),
      ["warning origin-redirects"],
      /302 .* to https:\/\/login\.example$/,
    ],
    ["a clock ahead", () => answering(200, off(90_000)), ["warning clock-skew"], /is \d+ s ahead of this machine's/],
    ["a clock behind", () => answering(200, off(-7_200_000)), ["warning clock-skew"], /is 2 h behind this machine's/],
  ])("%s", async ([, origin, codes, found]) => {
    const url = await origin();
    const ran = await checked([url, await well()]);
    expect(codesAt(ran, url)).toEqual(codes);
    expect(findingsAt(ran, url)[0]?.found).toMatch(found);
    expect(ran.out).not.toContain("secret");
  });

  test("origins that are off by the same tell that this machine is", async () => {
    const urls = await Promise.all([answering(200, off(600_000)), answering(200, off(600_000))]);
    const found = findingsIn(await checked(urls)).filter(({ code }) => code === "clock-skew");
    expect(found).toEqual([
      expect.objectContaining({ where: "this machine", found: expect.stringMatching(/10 min behind .* all 2 origins/) }),
    ]);
  });

  test("slower than LB_SLOW_MS", async () => {
    const url = await having(startTlsOrigin(certificates, (_, response) => void setTimeout(() => response.end(), 60)));
    const words = ["--json", "--var", "LB_SLOW_MS=40"];
    expect(codesAt(await checkOrigins([url], { trusted: [certificates], words }), url)).toEqual(["hint origin-slow"]);
  });

  test("a server of primary-replica is asked at its own path, with the probe's headers, and its query is not shown", async () => {
    const origin = await startTlsOrigin(certificates, status(404));
    origins.push(origin);
    const servers = JSON.stringify([{ url: origin.url, healthCheckPath: "/up?key=hunter2" }]);
    const toml = `main = "deployments/primary-replica/index.ts"\n[vars]\nSERVERS_JSON = '${servers}'\n`;
    const ran = await checkOrigins([], { trusted: [certificates], toml, words: ["--json"] });
    expect(findingsAt(ran, origin.url)).toEqual([expect.objectContaining({ severity: "error", code: "health-status" })]);
    expect(ran.out).not.toContain("hunter2");
    expect(origin.arrivals).toEqual([
      { url: "/up?key=hunter2", headers: expect.objectContaining({ "user-agent": "Cloudflare-Worker-HealthCheck" }) },
    ]);
  });
});
