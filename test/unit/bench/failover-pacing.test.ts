import { describe, expect, test } from "vitest";
import { type Clock, paced } from "../../../bench/failover/pacing.ts";

/** A clock that moves when it is waited for, later than it was asked to. */
function lateClock(lateMs: number): Clock & { time: number } {
  const clock = {
    time: 0,
    now: () => clock.time,
    after: (ms: number, run: () => void) => {
      clock.time += ms + lateMs;
      queueMicrotask(run);
    },
  };
  return clock;
}

async function fired(lateMs: number, goesOn: (dueAt: number, count: number) => boolean) {
  const clock = lateClock(lateMs);
  const calls: [dueAt: number, at: number][] = [];
  await paced({ startAt: 100, everyMs: 50 }, goesOn, (dueAt) => calls.push([dueAt, clock.time]), clock);
  return calls;
}

describe("requests start by the clock", () => {
  test("each when it is due", async () => {
    expect(await fired(0, (_, count) => count < 4)).toEqual([
      [100, 100],
      [150, 150],
      [200, 200],
      [250, 250],
    ]);
  });

  test("a late clock sends what it missed at once, each with the moment at which it was due", async () => {
    expect(await fired(120, (_, count) => count < 4)).toEqual([
      [100, 220],
      [150, 220],
      [200, 220],
      [250, 370],
    ]);
  });

  test("until it is told to stop, which it asks before each", async () => {
    expect(await fired(0, (dueAt) => dueAt < 200)).toEqual([
      [100, 100],
      [150, 150],
    ]);
    expect(await fired(0, () => false)).toEqual([]);
  });
});
