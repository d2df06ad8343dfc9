/** `check` asks the origins: what it finds at servers that are down, hang, answer what they should not, or keep another time. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, startBackend } from "../../dev/backends.ts";
import { type Certificates, makeCertificates } from "../../dev/certificates.ts";
import { createApplication, createCluster, createInstance } from "../../dev/messageweave/instance.ts";
import { checkOrigins, codesAt, findingsAt } from "./support/check-origins.ts";
import { findingsIn, type Ran } from "./support/command.ts";
import {
  refusedOrigin,
  type ScriptedOrigin,
  silent,
  startHttp2Origin,
  startPlainOrigin,
  startTcpOrigin,
  startTlsOrigin,
  status,
} from "./support/tls-origin.ts";

let certificates: Certificates;
const backends: Backend[] = [];
const origins: ScriptedOrigin[] = [];

beforeAll(async () => {
  certificates = await makeCertificates();
  const cluster = createCluster();
  for (const name of ["a", "b"]) {
    const application = createApplication(createInstance(name, cluster));
    backends.push(await startBackend(name, certificates, { application, failStatus: 503 }));
  }
});
afterAll(() => Promise.all([...backends, ...origins].map((one) => one.stop())));

const having = async (origin: Promise<ScriptedOrigin>): Promise<string> => {
  const one = await origin;
  origins.push(one);
  return one.url;
};
const checked = (urls: readonly string[], words = ["--json"]): Promise<Ran> => checkOrigins(urls, { trusted: [certificates], words });
const two = (): readonly string[] => backends.map(({ url }) => url);

describe("healthy backends", () => {
  test("nothing is found at them, and the exit code is 0", async () => {
    const ran = await checked(two());
    expect(two().flatMap((url) => codesAt(ran, url))).toEqual([]);
    expect(ran).toMatchObject({ code: 0, err: "" });
  });

  test("a table above the findings shows each, within 80 columns", async () => {
    const { out, err } = await checked(two(), []);
    const [head, ...rows] = out.split("\n\n")[0]?.split("\n") ?? [];
    expect(head?.split(/ {2,}/)).toEqual(["origin", "address", "cert", "health", "ready", "clock", "HTTP"]);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatch(/^localhost:\d+ {2,}(127\.0\.0\.1|::1)( \+\d)? {2,}6 d {2,}200 \d+ms {2,}200 \d+ms {2,}same {2,}1\.1$/);
      expect(row.length).toBeLessThanOrEqual(80);
    }
    expect(err).toBe("");
  });

  test("--offline asks none", async () => {
    const ran = await checkOrigins(["https://localhost:1"], { words: ["--json", "--offline"] });
    expect(codesAt(ran, "https://localhost:1")).toEqual([]);
  });

  test("of a list that is malformed, the origins that are not are asked", async () => {
    const toml = `main = "src/index.ts"\n[vars]\nBACKEND_ORIGINS_JSON = '["http://no.example", "https://localhost:1"]'\n`;
    const ran = await checkOrigins([], { words: ["--json"], toml });
    expect(codesAt(ran, "https://localhost:1")).toEqual(["error connect"]);
  });
});

describe("what stands in the way of an answer", () => {
  test.for<[string, () => Promise<string>, string, RegExp]>([
    ["a name that does not resolve", async () => "https://no-such-name.invalid", "error dns", /^the name no-such-name\.invalid /],
    ["a refused port", () => having(refusedOrigin()), "error connect", /nothing listens on port \d+/],
    ["a connection that is cut", () => having(startTcpOrigin((socket) => socket.resetAndDestroy())), "error connect", /closed before TLS/],
    ["a server without TLS", () => having(startPlainOrigin()), "error tls-failed", /answers, but not with TLS/],
    ["TCP and then silence", () => having(startTcpOrigin(() => undefined)), "error tls-failed", /not over after 1500 ms/],
    ["HTTP/2 alone", () => having(startHttp2Origin(certificates)), "warning no-http1", /does not speak HTTP\/1\.1/],
    ["TLS and then silence", () => having(startTlsOrigin(certificates, silent)), "error health-timeout", /within 1500 ms/],
    [
      "a connection that is cut under the request",
      () => having(startTlsOrigin(certificates, (request) => request.socket.destroy())),
      "error connect",
      /ends it without an answer/,
    ],
  ])("%s", async ([, origin, code, found]) => {
    const url = await origin();
    const ran = await checked([url, ...two()]);
    expect(codesAt(ran, url)).toEqual([code]);
    expect(findingsAt(ran, url)[0]?.found).toMatch(found);
    expect(ran.code).toBe(code.startsWith("error") ? 1 : 0);
  });

  test("a demonstration backend that is stopped, hangs or fails is found out, and one that is healed is well", async () => {
    const [backend] = backends;
    if (backend === undefined) throw new Error("no backend");
    const found: (readonly string[])[] = [];
    for (const mode of ["stopped", "hanging", "failing", "up"] as const) {
      await backend.become(mode);
      found.push(codesAt(await checked(two()), backend.url));
    }
    expect(found).toEqual([["error connect"], ["error health-timeout"], ["error health-status", "warning ready-status"], []]);
  });

  test("Ctrl-C ends it at once", async () => {
    let arrived = (): void => undefined;
    const asked = new Promise<void>((done) => {
      arrived = done;
    });
    const url = await having(startTlsOrigin(certificates, () => arrived()));
    const toml = `main = "src/index.ts"\n[vars]\nBACKEND_ORIGINS_JSON = '["${url}"]'\n`;
    const before = Date.now();
    const ran = await checkOrigins([], { trusted: [certificates], toml, interruptAfter: asked });
    expect(ran.code).not.toBe(0);
    expect(Date.now() - before).toBeLessThan(8_000);
  });
});

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
    const ran = await checked([url, ...two()]);
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
