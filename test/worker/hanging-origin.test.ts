/** What health routing and hedging are for, in numbers: two origins, of which one begins to hang under traffic. */
import { describe, expect, test } from "vitest";
import { createWorker, type Env } from "../../src/engine/worker.ts";
import { readSettings, VARIABLES } from "../../src/messageweave/settings.ts";
import { fakeDeps } from "../support/fake-deps.ts";
import { hang } from "../support/responses.ts";
import { ignoreDeferred } from "../support/settings.ts";

const EVERY_MS = 50;
const FALL_AT_MS = 500;
const END_AT_MS = 4_500;
const TIMEOUT_MS = 10_000;

interface Sent {
  readonly method: string;
  /** Since the fall. */
  readonly at: number;
  status?: number;
  waitedMs?: number;
}

/** Twenty requests a second, GET and POST, each starting at either origin in turn. */
async function traffic(env: Env): Promise<readonly Sent[]> {
  const clock = { ms: 0 };
  let chance = 0;
  const deps = fakeDeps(
    (call) => {
      const hangs = call.url.startsWith("https://a.example") && clock.ms >= FALL_AT_MS;
      return hangs ? hang(call) : new Response(null);
    },
    () => chance,
  );
  const worker = createWorker(VARIABLES, readSettings, deps);
  const started = deps.now();
  const all: Sent[] = [];
  for (let i = 0; clock.ms < END_AT_MS; i++, clock.ms += EVERY_MS) {
    chance = i % 4 < 2 ? 0.5 : 0;
    const sent: Sent = { method: i % 2 === 0 ? "GET" : "POST", at: clock.ms - FALL_AT_MS };
    all.push(sent);
    const request = new Request(sent.method === "GET" ? "https://lb.example/ready" : "https://lb.example/push/jmap", {
      method: sent.method,
    });
    const begun = deps.now();
    const answer = worker.fetch(
      request,
      { BACKEND_ORIGINS_JSON: ["https://a.example", "https://b.example"], ...env },
      { waitUntil: ignoreDeferred },
    );
    Promise.resolve(answer).then(
      ({ status }) => {
        sent.status = status;
        sent.waitedMs = deps.now() - begun;
      },
      () => undefined,
    );
    await deps.advance(EVERY_MS);
  }
  await deps.advance(2 * TIMEOUT_MS);
  expect(deps.now() - started).toBe(END_AT_MS + 2 * TIMEOUT_MS);
  return all;
}

const longerThan = (ms: number, all: readonly Sent[]): readonly Sent[] =>
  all.filter(({ waitedMs = Number.POSITIVE_INFINITY }) => waitedMs > ms);

describe("NFR-HA-MULTI-INSTANCE: an origin hangs, with a timeout of 10 s and 20 requests a second", () => {
  test("with routing off, half of all requests wait the whole timeout", async () => {
    const all = await traffic({});
    const after = all.filter(({ at }) => at >= 0);
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    expect(longerThan(TIMEOUT_MS - 1, after).length).toBe(after.length / 2);
  });

  test("with routing on, none is lost, and only those that began within LB_SLOW_MS of the fall wait", async () => {
    const all = await traffic({ LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "300" });
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    const waited = longerThan(500, all);
    expect(waited.length).toBeGreaterThan(0);
    expect(waited.filter(({ at }) => at < 0 || at > 300)).toEqual([]);
  });

  test("with hedging as well, no GET waits", async () => {
    const all = await traffic({ LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "300", LB_HEDGE_MS: "100" });
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    expect(longerThan(100, all).filter(({ method }) => method === "GET")).toEqual([]);
    expect(longerThan(500, all).filter(({ at }) => at < 0 || at > 300)).toEqual([]);
  });

  test("with hedging alone, no GET waits longer than LB_HEDGE_MS", async () => {
    const all = await traffic({ LB_HEDGE_MS: "100" });
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    expect(longerThan(100, all).filter(({ method }) => method === "GET")).toEqual([]);
  });
});
