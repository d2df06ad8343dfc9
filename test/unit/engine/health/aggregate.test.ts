import { describe, expect, test } from "vitest";
import { createAggregate, fromProbes } from "../../../../src/engine/health/aggregate.ts";
import { createWatch } from "../../../../src/engine/health/watch.ts";
import { createLog } from "../../../../src/engine/log.ts";
import type { Origin } from "../../../../src/engine/model.ts";
import { fakeDeps, type Script, settle } from "../../../support/fake-deps.ts";
import { fails, hang } from "../../../support/responses.ts";
import { A, B, C, ignoreDeferred, origin, someSettings } from "../../../support/settings.ts";

const ENDPOINT = { path: "/own-health", methods: ["GET"], sight: fromProbes, showNames: false };

function aggregateOf(origins: readonly Origin[], script: Script) {
  const deps = fakeDeps(script);
  const { health, redirects } = someSettings();
  const watch = createWatch(health, redirects, origins, createLog(deps), deps);
  const aggregate = createAggregate(ENDPOINT, "v-test", origins, watch);
  return { deps, ask: () => aggregate(ignoreDeferred) };
}

/** Answers with the status that the host stands for; 0 is no answer. */
const byHost =
  (statuses: Readonly<Record<string, number>>): Script =>
  (call, index) => {
    const status = statuses[new URL(call.url).hostname] ?? 0;
    return status === 0 ? fails(call, index) : new Response(null, { status });
  };

describe("MOD-HEALTH-AGG: the body, to the letter", () => {
  test("some up: 200, ok, in configured order", async () => {
    const { ask } = aggregateOf([C, A, B], byHost({ "c.example": 503, "a.example": 200 }));
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '{"status":"ok","version":"v-test","available":1,"total":3,"backends":[' +
        '{"origin":"https://c.example","up":false,"status":503},' +
        '{"origin":"https://a.example","up":true,"status":200},' +
        '{"origin":"https://b.example:8443","up":false,"status":null}]}',
    );
  });

  test("all up: 200, ok", async () => {
    const response = await aggregateOf([A, B], byHost({ "a.example": 200, "b.example": 404 })).ask();
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        status: "ok",
        version: "v-test",
        available: 2,
        total: 2,
        backends: [
          { origin: A.url, up: true, status: 200 },
          { origin: B.url, up: true, status: 404 },
        ],
      },
    ]);
  });

  test("all down: 503, down", async () => {
    const response = await aggregateOf([A, B], byHost({ "a.example": 500 })).ask();
    expect([response.status, await response.text()]).toEqual([
      503,
      '{"status":"down","version":"v-test","available":0,"total":2,"backends":[' +
        '{"origin":"https://a.example","up":false,"status":500},{"origin":"https://b.example:8443","up":false,"status":null}]}',
    ]);
  });

  test("none configured: 200, no-backends", async () => {
    const response = await aggregateOf([], fails).ask();
    expect([response.status, await response.text()]).toEqual([
      200,
      '{"status":"no-backends","version":"v-test","available":0,"total":0,"backends":[]}',
    ]);
  });

  test("it is JSON, and not to be stored", async () => {
    const { headers } = await aggregateOf([A], byHost({ "a.example": 200 })).ask();
    expect([...headers]).toEqual([
      ["cache-control", "no-store"],
      ["content-type", "application/json"],
      ["x-content-type-options", "nosniff"],
    ]);
  });
});

describe("MOD-HEALTH-AGG: six origins are asked at a time", () => {
  const origins = Array.from({ length: 9 }, (_, i) => origin(`https://o${i}.example`));

  test("the seventh when one of them has answered", async () => {
    const pending: ((response: Response) => void)[] = [];
    const { deps, ask } = aggregateOf(origins, () => new Promise((resolve) => pending.push(resolve)));
    const answer = ask();
    await settle();
    expect(deps.calls).toHaveLength(6);
    pending[3]?.(new Response());
    await settle();
    expect(deps.calls).toHaveLength(7);
    pending[0]?.(new Response());
    pending[6]?.(new Response());
    await settle();
    expect(deps.calls).toHaveLength(9);
    for (const resolve of pending) resolve(new Response());
    const { backends } = (await (await answer).json()) as { readonly backends: unknown };
    expect(backends).toEqual(origins.map(({ url }) => ({ origin: url, up: true, status: 200 })));
  });

  test("each within the timeout from when it was sent", async () => {
    const { deps, ask } = aggregateOf(origins, hang);
    const answer = ask();
    await deps.advance(400);
    expect(deps.calls).toHaveLength(9);
    await deps.advance(399);
    expect(deps.timers.filter(({ state }) => state === "armed")).toHaveLength(3);
    await deps.advance(1);
    expect((await answer).status).toBe(503);
  });
});

describe("MOD-HEALTH-AGG: each origin has a memory of its own", () => {
  test("a second caller is served from it, until the TTL is over", async () => {
    const { deps, ask } = aggregateOf([A, B], byHost({ "a.example": 200 }));
    const first = await (await ask()).text();
    await deps.advance(4_999);
    expect(await (await ask()).text()).toBe(first);
    expect(deps.calls).toHaveLength(2);
    await deps.advance(1);
    await ask();
    expect(deps.calls).toHaveLength(4);
  });

  test("callers at the same time share the probes", async () => {
    const { deps, ask } = aggregateOf([A, B, C], byHost({ "a.example": 200, "b.example": 200, "c.example": 200 }));
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    expect([statuses, deps.calls.length]).toEqual([[200, 200, 200], 3]);
  });
});
