/** `check` asks the origins: those that are well, and whatever stands in the way of an answer. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, startBackend } from "../../dev/backends.ts";
import { type Certificates, makeCertificates } from "../../dev/certificates.ts";
import { createApplication, createCluster, createInstance } from "../../dev/messageweave/instance.ts";
import { checkOrigins, codesAt, findingsAt } from "./support/check-origins.ts";
import type { Ran } from "./support/command.ts";
import {
  refusedOrigin,
  type ScriptedOrigin,
  silent,
  startHttp2Origin,
  startPlainOrigin,
  startTcpOrigin,
  startTlsOrigin,
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
