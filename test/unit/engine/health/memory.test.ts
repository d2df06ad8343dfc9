import { describe, expect, test } from "vitest";
import type { Defer } from "../../../../src/engine/deps.ts";
import { createMemory } from "../../../../src/engine/health/memory.ts";
import type { Verdict } from "../../../../src/engine/health/probe.ts";
import { fakeDeps, settle } from "../../../support/fake-deps.ts";

const TTL_MS = 5_000;
const TIMEOUT_MS = 400;
/** By now a probe that is still not heard of is lost. */
const LONG_AFTER_MS = TIMEOUT_MS + 500;

const UP: Verdict = { up: true, status: 200 };
const DOWN: Verdict = { up: false, status: null, failure: "network" };

/** A memory whose probes are answered by hand. */
function bench() {
  const deps = fakeDeps();
  const probes: ((verdict: Verdict) => void)[] = [];
  const deferred: Promise<unknown>[] = [];
  const defer: Defer = (work) => {
    deferred.push(work);
  };
  const kept: Verdict[] = [];
  const ask = () => ({
    verdict: new Promise<Verdict>((resolve) => probes.push(resolve)),
    kept: (verdict: Verdict) => {
      kept.push(verdict);
    },
  });
  const memory = createMemory({ ttlMs: TTL_MS, timeoutMs: TIMEOUT_MS }, ask, deps);
  return { deps, probes, kept, deferred, recall: () => memory.recall(defer), refresh: () => memory.refresh(defer) };
}

/** What a promise holds by now; `waiting` while it holds nothing. */
async function soFar(promise: Promise<Verdict>): Promise<Verdict | "waiting"> {
  let value: Verdict | "waiting" = "waiting";
  promise.then(
    (verdict) => {
      value = verdict;
    },
    () => undefined,
  );
  await settle();
  return value;
}

describe("MOD-HEALTH-AGG: a verdict serves from memory", () => {
  test.for([
    ["good", UP],
    ["bad", DOWN],
  ] as const)("a %s one, until it is as old as the TTL", async ([, verdict]) => {
    const { deps, probes, recall } = bench();
    const first = recall();
    probes[0]?.(verdict);
    expect(await first).toEqual(verdict);
    await deps.advance(TTL_MS - 1);
    expect(await recall()).toEqual(verdict);
    expect(probes).toHaveLength(1);
    await deps.advance(1);
    const next = recall();
    expect(probes).toHaveLength(2);
    probes[1]?.(UP);
    expect(await next).toEqual(UP);
  });

  test("its age counts from the moment it was known, not from when it was asked for", async () => {
    const { deps, probes, recall } = bench();
    const first = recall();
    await deps.advance(300);
    probes[0]?.(UP);
    await first;
    await deps.advance(TTL_MS - 1);
    expect(await soFar(recall())).toEqual(UP);
  });
});

describe("MOD-HEALTH-AGG: one probe at a time", () => {
  test("concurrent callers share it", async () => {
    const { probes, recall } = bench();
    const callers = [recall(), recall(), recall()];
    await settle();
    expect(probes).toHaveLength(1);
    probes[0]?.(UP);
    expect(await Promise.all(callers)).toEqual([UP, UP, UP]);
  });

  test("it is kept alive for the request that began it, once", async () => {
    const { probes, deferred, recall } = bench();
    void recall();
    void recall();
    probes[0]?.(UP);
    await settle();
    expect(deferred).toHaveLength(1);
    expect(await deferred[0]).toEqual(UP);
  });

  test("a caller who came later hears of it by the same deadline as it has itself, not by one of his own", async () => {
    const { deps, probes, recall } = bench();
    void recall();
    await deps.advance(TIMEOUT_MS - 50);
    void recall();
    await settle();
    const [timer] = deps.timers;
    expect(timer?.ms).toBeLessThan(TIMEOUT_MS);
    probes[0]?.(UP);
    await settle();
    expect(timer?.state).toBe("cleared");
  });
});

describe("MOD-HEALTH-AGG: a probe that is lost with its caller", () => {
  test("leaves nobody waiting: who shared it asks anew", async () => {
    const { deps, probes, recall } = bench();
    void recall();
    const waiter = recall();
    await deps.advance(TIMEOUT_MS);
    expect(probes).toHaveLength(1);
    await deps.advance(LONG_AFTER_MS - TIMEOUT_MS);
    expect(probes).toHaveLength(2);
    probes[1]?.(UP);
    expect(await soFar(waiter)).toEqual(UP);
  });

  test("is asked for anew once, however many shared it", async () => {
    const { deps, probes, recall } = bench();
    void recall();
    const waiters = [recall(), recall(), recall()];
    await deps.advance(LONG_AFTER_MS);
    expect(probes).toHaveLength(2);
    probes[1]?.(DOWN);
    expect(await Promise.all(waiters)).toEqual([DOWN, DOWN, DOWN]);
  });

  test("is found lost at once by a caller who comes long after", async () => {
    const { deps, probes, recall } = bench();
    void recall();
    await deps.advance(60_000);
    const late = recall();
    await deps.advance(0);
    expect(probes).toHaveLength(2);
    probes[1]?.(UP);
    expect(await soFar(late)).toEqual(UP);
  });

  test("and its result, should it come after all, is not kept", async () => {
    const { deps, probes, recall } = bench();
    void recall();
    const waiter = recall();
    await deps.advance(LONG_AFTER_MS);
    probes[0]?.(DOWN);
    await settle();
    expect(await soFar(waiter)).toBe("waiting");
    probes[1]?.(UP);
    expect(await waiter).toEqual(UP);
    expect(await recall()).toEqual(UP);
    expect(probes).toHaveLength(2);
  });

  test("nor does it end the one that took its place", async () => {
    const { deps, probes, recall } = bench();
    void recall();
    const waiter = recall();
    await deps.advance(LONG_AFTER_MS);
    probes[1]?.(UP);
    await waiter;
    probes[0]?.(DOWN);
    await settle();
    expect(await recall()).toEqual(UP);
  });

  test("two may be lost, one after the other", async () => {
    const { deps, probes, recall } = bench();
    void recall();
    const waiter = recall();
    await deps.advance(LONG_AFTER_MS);
    void recall();
    const other = recall();
    await deps.advance(LONG_AFTER_MS);
    expect(probes).toHaveLength(3);
    probes[2]?.(UP);
    expect(await soFar(other)).toEqual(UP);
    expect(await soFar(waiter)).toBe("waiting");
  });
});

describe("a probe in the background", () => {
  test("serves whoever asks afterwards, and is kept alive by the request that began it", async () => {
    const { probes, deferred, recall, refresh } = bench();
    const ended = refresh();
    expect([probes.length, deferred.length]).toEqual([1, 1]);
    probes[0]?.(UP);
    await ended;
    expect([await recall(), probes.length]).toEqual([UP, 1]);
  });

  test("is sent although the last verdict is still fresh: whoever wants it knows better", async () => {
    const { probes, recall, refresh } = bench();
    const first = recall();
    probes[0]?.(UP);
    await first;
    void refresh();
    expect(probes).toHaveLength(2);
    probes[1]?.(DOWN);
    await settle();
    expect(await recall()).toEqual(DOWN);
  });

  test("is not sent while one is under way, whoever began it", async () => {
    const { probes, recall, refresh } = bench();
    const caller = recall();
    void refresh();
    void refresh();
    expect(probes).toHaveLength(1);
    probes[0]?.(UP);
    expect(await caller).toEqual(UP);
  });

  test("is shared by a caller who asks while it is under way", async () => {
    const { probes, recall, refresh } = bench();
    void refresh();
    const caller = recall();
    await settle();
    expect(probes).toHaveLength(1);
    probes[0]?.(UP);
    expect(await caller).toEqual(UP);
  });

  test("is never waited for by who only wanted one to be under way", async () => {
    const { recall, refresh } = bench();
    void recall();
    let settled = false;
    void refresh().then(() => {
      settled = true;
    });
    await settle();
    expect(settled).toBe(true);
  });

  test("takes the place of one that is lost, whose result is not kept", async () => {
    const { deps, probes, kept, recall, refresh } = bench();
    void refresh();
    await deps.advance(LONG_AFTER_MS);
    void refresh();
    expect(probes).toHaveLength(2);
    probes[0]?.(DOWN);
    await settle();
    expect(kept).toEqual([]);
    probes[1]?.(UP);
    await settle();
    expect([kept, await recall()]).toEqual([[UP], UP]);
  });

  test("has until its own deadline and a little more before it is taken for lost", async () => {
    const { deps, probes, refresh } = bench();
    void refresh();
    await deps.advance(TIMEOUT_MS);
    void refresh();
    expect(probes).toHaveLength(1);
  });
});

test("each verdict that is kept is told, once", async () => {
  const { deps, probes, kept, recall } = bench();
  const callers = [recall(), recall()];
  await settle();
  probes[0]?.(DOWN);
  await Promise.all(callers);
  await recall();
  expect(kept).toEqual([DOWN]);
  await deps.advance(TTL_MS);
  const next = recall();
  probes[1]?.(UP);
  await next;
  expect(kept).toEqual([DOWN, UP]);
});
