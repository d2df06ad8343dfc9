import { describe, expect, test } from "vitest";
import { backoff, interval, type Plan, type Scheduler } from "../../../../src/engine/health/schedule.ts";

const NOW = 1_234_567;
const BACKOFF = { firstMs: 1_000, maxMs: 30_000, relapseMs: 60_000 };

/** One origin with its plan; each event returns the wait that it leads to, in milliseconds. */
function origin(scheduler: Scheduler) {
  let plan: Plan = scheduler.atFirst;
  let now = NOW;
  const then = (next: Plan): number => {
    plan = next;
    return plan.probeAt - now;
  };
  return {
    passes: (ms: number) => {
      now += ms;
    },
    plan: () => plan,
    fell: (byProbe = false) => then(scheduler.fell(plan, now, byProbe)),
    returned: () => then(scheduler.returned(plan, now)),
    stillDown: () => then(scheduler.unchanged(plan, now, true)),
    stillUp: () => then(scheduler.unchanged(plan, now, false)),
  };
}

/** Falls, is found down so many times, and comes back. Returns the last wait. */
function fallAndReturn(one: ReturnType<typeof origin>, probesDown: number): number {
  let wait = one.fell();
  for (let i = 0; i < probesDown; i++) wait = one.stillDown();
  one.returned();
  return wait;
}

describe("a suspect is probed after 1 s, then after twice as long each time, at most 30 s", () => {
  test("1, 2, 4, 8, 16, 30, 30, 30", () => {
    const one = origin(backoff(BACKOFF));
    expect([one.fell(), ...Array.from({ length: 7 }, one.stillDown)]).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  test("however often: the wait never grows beyond the highest", () => {
    const one = origin(backoff(BACKOFF));
    one.fell();
    const waits = Array.from({ length: 5_000 }, one.stillDown);
    expect(new Set(waits.slice(5))).toEqual(new Set([30_000]));
  });

  test("each wait counts from the end of the probe, however long the probe took", () => {
    const one = origin(backoff(BACKOFF));
    one.fell();
    one.passes(1_000 + 9_999);
    expect(one.stillDown()).toBe(2_000);
  });

  test("one that was found down by a probe waits as long as one that fell by a request", () => {
    expect(origin(backoff(BACKOFF)).fell(true)).toBe(1_000);
  });

  test.for([
    [{ firstMs: 1, maxMs: 1, relapseMs: 0 }, [1, 1, 1]],
    [{ firstMs: 10, maxMs: 40, relapseMs: 0 }, [10, 20, 40, 40]],
    [{ firstMs: 10, maxMs: 39, relapseMs: 0 }, [10, 20, 39, 39]],
    [{ firstMs: 10, maxMs: 41, relapseMs: 0 }, [10, 20, 40, 41, 41]],
  ] as const)("the numbers are the settings': %j", ([settings, waits]) => {
    const one = origin(backoff(settings));
    expect([one.fell(), ...waits.slice(1).map(one.stillDown)]).toEqual(waits);
  });
});

describe("an origin that is no suspect is not probed", () => {
  test("at first", () => {
    expect(origin(backoff(BACKOFF)).plan().probeAt).toBe(Number.POSITIVE_INFINITY);
  });

  test("after its return", () => {
    const one = origin(backoff(BACKOFF));
    one.fell();
    expect(one.returned()).toBe(Number.POSITIVE_INFINITY);
  });

  test("after somebody else's probe found it up", () => {
    expect(origin(backoff(BACKOFF)).stillUp()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("an origin that falls again within 60 s waits one step longer than before its return", () => {
  test.for([
    [0, 1_000, 2_000],
    [1, 2_000, 4_000],
    [2, 4_000, 8_000],
    [3, 8_000, 16_000],
    [4, 16_000, 30_000],
    [5, 30_000, 30_000],
    [6, 30_000, 30_000],
    [60, 30_000, 30_000],
  ] as const)("after %i probes that found it down (%i ms), %i ms", ([probes, before, after]) => {
    const one = origin(backoff(BACKOFF));
    expect(fallAndReturn(one, probes)).toBe(before);
    one.passes(59_999);
    expect(one.fell()).toBe(after);
  });

  test("again and again: 1, 2, 4, 8, 16, 30, 30", () => {
    const one = origin(backoff(BACKOFF));
    const waits = Array.from({ length: 7 }, () => {
      const wait = fallAndReturn(one, 0);
      one.passes(10_000);
      return wait;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test("and goes on from there", () => {
    const one = origin(backoff(BACKOFF));
    fallAndReturn(one, 1);
    expect([one.fell(), one.stillDown(), one.stillDown()]).toEqual([4_000, 8_000, 16_000]);
  });

  test.for([
    [0, 4_000],
    [59_999, 4_000],
    [60_000, 1_000],
    [3_600_000, 1_000],
  ] as const)("counted from its return: %i ms later, %i ms", ([later, wait]) => {
    const one = origin(backoff(BACKOFF));
    fallAndReturn(one, 1);
    one.passes(later);
    expect(one.fell()).toBe(wait);
  });

  test("a probe that found it up in between is no new return", () => {
    const one = origin(backoff(BACKOFF));
    fallAndReturn(one, 1);
    one.passes(59_000);
    one.stillUp();
    one.passes(1_000);
    expect(one.fell()).toBe(1_000);
  });
});

describe("by the interval, every origin is probed, up or down", () => {
  const one = () => origin(interval(5_000));

  test("at once, while nothing is known", () => {
    expect(one().plan().probeAt).toBeLessThanOrEqual(0);
  });

  test.for([
    ["it is up still", (it: ReturnType<typeof origin>) => it.stillUp()],
    ["it is down still", (it: ReturnType<typeof origin>) => it.stillDown()],
    ["it came back", (it: ReturnType<typeof origin>) => it.returned()],
    ["it was found down", (it: ReturnType<typeof origin>) => it.fell(true)],
  ] as const)("when a probe's end is as old as the interval: %s", ([, event]) => {
    const it = one();
    it.passes(777);
    expect(event(it)).toBe(5_000);
  });

  test("a failed request puts no probe off: it is no result of one", () => {
    const it = one();
    it.stillUp();
    it.passes(3_000);
    expect(it.fell(false)).toBe(2_000);
  });

  test("it never waits longer, however often it falls", () => {
    const it = one();
    expect(Array.from({ length: 5 }, () => [it.fell(true), it.returned()]).flat()).toEqual(Array.from({ length: 10 }, () => 5_000));
  });
});
