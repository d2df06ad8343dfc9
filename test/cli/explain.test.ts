/** `explain`, from a folder of its own. What it says is compared with the engine in `test/unit/cli/explain-engine.test.ts`. */
import { afterEach, describe, expect, test } from "vitest";
import { folderWith, type Ran, run } from "./support/command.ts";

const folders: { remove: () => void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const TOML = `main = "src/index.ts"\n[vars]\nBACKEND_ORIGINS_JSON = '["https://a.example", "https://b.example"]'\n`;

const explain = (words: readonly string[], toml: string | undefined = TOML): Promise<Ran> => {
  const folder = folderWith(toml === "" ? {} : { "wrangler.toml": toml });
  folders.push(folder);
  return run(["explain", ...words], { cwd: folder.path });
};

/** What stands beside a label, in one line. */
function saidOf({ out }: Ran, label: string): string {
  const found = new RegExp(`^${label} +(.*(?:\n +.*)*)`, "m").exec(out)?.[1] ?? "";
  return found.replace(/\s+/g, " ");
}

describe("a request that is forwarded", () => {
  test("is told stage by stage, with its exit code 0", async () => {
    const ran = await explain(["POST", "/webhook/tg?hunter2"]);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(ran.out).toMatch(/^POST \/webhook\/tg\?…\n→ forwarded\n\n/);
    const labels = [...ran.out.matchAll(/^([a-z][a-z ]*?) {2,}\S/gm)].map(([, label]) => label);
    expect(labels.join(", ")).toBe(
      "scheme, configuration, route, body, order, attempts, goes out, timeout, redirects, failure, moves on, comes back, all failed",
    );
    expect(saidOf(ran, "order")).toBe("starts at a random origin and goes round: https://a.example, https://b.example");
    expect(saidOf(ran, "timeout")).toBe("10 s for each attempt, until the head of the answer is here; at most 20 s in all");
    expect(saidOf(ran, "moves on")).toContain("it can arrive twice");
    expect(ran.out).not.toContain("hunter2");
  });

  test("as a long job: the first origin, once", async () => {
    const ran = await explain(["POST", "/worker"]);
    expect(saidOf(ran, "order")).toBe("the first origin: https://a.example");
    expect(saidOf(ran, "attempts")).toBe("1: this route is tried once");
    expect(saidOf(ran, "timeout")).toBe("300 s, until the head of the answer is here");
    expect(saidOf(ran, "moves on")).toBe("");
  });

  test("as a long job with origins that may be suspect: the first that is none", async () => {
    const ran = await explain(["POST", "/reconcile", "--var", "LB_HEALTH_ROUTING=on"]);
    expect(saidOf(ran, "order")).toMatch(/^the first origin: https:\/\/a\.example; if that one failed .*, the next of https:\/\/a/);
    expect(saidOf(ran, "slow")).toBe("");
  });

  test("with a body that is too large to be held: one origin at random, once", async () => {
    const ran = await explain(["PUT", "/api/config", "--body-bytes", "4194305"]);
    expect(saidOf(ran, "body")).toBe("4194305 bytes, more than the 4194304 that are held: it streams to one origin, once");
    expect(saidOf(ran, "attempts")).toBe("1: a streamed body can be sent once");
    expect(saidOf(ran, "redirects")).toBe("are handed back to the client, for the body can be sent once only");
  });

  test("with a race, and with origins that may be suspect", async () => {
    const ran = await explain(["GET", "/api/status", "--var", "LB_HEDGE_MS=700", "--var", "LB_HEALTH_ROUTING=on"]);
    expect(saidOf(ran, "timeout")).toContain("at most 10.7 s in all");
    expect(saidOf(ran, "hedge")).toMatch(/^after 700 ms /);
    expect(saidOf(ran, "slow")).toMatch(/^after 2\.5 s /);
    expect(saidOf(ran, "order")).toMatch(/one that failed comes last until a probe finds it up$/);
  });

  test("before servers: what may be sent again, and whose redirects they are", async () => {
    const ran = await explain(["POST", "http://lb.example/x", "--deployment", "primary-replica"], "");
    expect(ran.err).toBe("there is no wrangler.toml in this folder: these are the defaults of primary-replica, with two servers made up\n");
    expect(saidOf(ran, "scheme")).toBe("http is served like https");
    expect(saidOf(ran, "order")).toMatch(
      /^as configured: https:\/\/a\.example\.com, https:\/\/b\.example\.com; one that failed comes last/,
    );
    expect(saidOf(ran, "moves on")).toMatch(/^the next server is asked only after a status 521, 523, 525, 526 or 530; /);
    expect(saidOf(ran, "redirects")).toBe("are handed back to the client; a Location on the server itself becomes the public address");
    expect(saidOf(ran, "all failed")).toBe(
      'the answer of the last attempt; if it got none, 503, with the text "All servers are unavailable"',
    );
  });
});

describe("a request that the gateway answers itself", () => {
  test.for([
    ["GET", "http://lb.example/x?hunter2", 308, "redirecting to https", "scheme", /Location: https:\/\/lb\.example\/x\?…; /],
    ["GET", "/API/status/", 404, "route not forwarded: /API/status/", "route", /there is \/api\/status, but the match is exact/],
    ["HEAD", "/api/config", 405, "method not allowed for /api/config", "route", /Allow: GET, PUT; HEAD is a method like any other/],
    ["get", "/api/status", 405, "method not allowed for /api/status", "route", /"get" is not GET$/],
    ["POST", "/healthz-worker", 405, "method not allowed for /healthz-worker", "own endpoint", /Allow: GET$/],
  ] as const)("%s %s: %i", async ([method, url, status, text, label, says]) => {
    const ran = await explain([method, url]);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(`→ answered by the gateway: ${status} ${text}\n`);
    expect(saidOf(ran, label)).toMatch(says);
    expect(ran.out).not.toContain("hunter2");
  });

  test("its own sum over the origins", async () => {
    const ran = await explain(["GET", "/healthz-worker"]);
    expect(ran.out).toContain("→ answered by the gateway, which sums up the origins\n");
    expect(saidOf(ran, "own endpoint")).toContain("each is asked for /healthz and given 10 s");
  });

  test("the same without origins", async () => {
    const ran = await explain(["GET", "/healthz-worker"], 'main = "src/index.ts"\n');
    expect(saidOf(ran, "own endpoint")).toMatch(/ 200 and JSON that says no-backends$/);
  });

  test.for([
    ["malformed", `main = "src/index.ts"\n[vars]\nBACKEND_ORIGINS_JSON = "hunter2"\n`, /is malformed, so every request gets this/],
    ["missing", 'main = "src/index.ts"\n', /add --var BACKEND_ORIGINS_JSON=…$/],
  ] as const)("a list that is %s", async ([, toml, says]) => {
    const ran = await explain(["GET", "/api/status"], toml);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("→ answered by the gateway: 503 misconfigured backends\n");
    expect(saidOf(ran, "configuration")).toMatch(says);
    expect(ran.out + ran.err).not.toContain("hunter2");
  });
});

test("--json: the URL has no query, and the answer is the gateway's own or none", async () => {
  const refused = JSON.parse((await explain(["GET", "https://u:p@lb.example/x?hunter2", "--json"])).out) as unknown;
  expect(refused).toMatchObject({ method: "GET", url: "https://lb.example/x", answer: { status: 404, text: "route not forwarded: /x" } });
  const sent = JSON.parse((await explain(["GET", "/ready?x", "--json"])).out) as unknown;
  expect(sent).toMatchObject({
    method: "GET",
    url: "/ready",
    answer: null,
    stages: expect.arrayContaining([{ stage: "scheme", says: "https" }]),
  });
});

test.for([
  ["nothing", []],
  ["a method only", ["GET"]],
  ["no URL", ["GET", "hunter2.example/x"]],
  ["a size that is no number", ["POST", "/ready", "--body-bytes", "hunter2"]],
] as const)("%s: one line, and exit code 2", async ([, words]) => {
  const { code, out, err } = await explain(words);
  expect([code, out]).toEqual([2, ""]);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(err).not.toContain("hunter2");
});
