import { describe, expect, test } from "vitest";
import { createDeadline, type Waits } from "../../../src/engine/upstream/deadline.ts";
import { fakeDeps, settle } from "../../support/fake-deps.ts";

function bench(waits: Partial<Waits> = {}) {
  const deps = fakeDeps();
  let slow = 0;
  const onSlow = (): void => {
    slow++;
  };
  const deadline = createDeadline({ timeoutMs: 700, slowMs: 150, onSlow, ...waits }, deps);
  return { deps, deadline, slow: () => slow, armed: () => deps.timers.filter(({ state }) => state === "armed").length };
}

describe("a slow wait is told there and then, and the attempt goes on to its own timeout", () => {
  test("once, and the timeout is as long as ever", async () => {
    const { deps, deadline, slow } = bench();
    await deps.advance(149);
    expect([slow(), deadline.signal.aborted]).toEqual([0, false]);
    await deps.advance(1);
    expect([slow(), deadline.signal.aborted]).toEqual([1, false]);
    await deps.advance(549);
    expect([slow(), deadline.signal.aborted]).toEqual([1, false]);
    await deps.advance(1);
    expect([slow(), deadline.signal.aborted]).toEqual([1, true]);
  });

  test("one timer is armed at any time", async () => {
    const { deps, armed } = bench();
    const counts = [armed()];
    for (const ms of [150, 300, 250]) {
      await deps.advance(ms);
      counts.push(armed());
    }
    expect(counts).toEqual([1, 1, 1, 0]);
  });

  test.for([
    ["no slow wait", { slowMs: undefined }],
    ["as long as the timeout", { slowMs: 700 }],
    ["longer than the timeout", { slowMs: 5_000 }],
  ] as const)("%s: never, and the timeout is its own", async ([, waits]) => {
    const { deps, deadline, slow } = bench(waits);
    await deps.advance(699);
    expect(deadline.signal.aborted).toBe(false);
    await deps.advance(1);
    expect([deadline.signal.aborted, slow()]).toEqual([true, 0]);
  });
});

describe("a head that is here stops both waits", () => {
  test.for([
    ["before it was slow", 100, 0],
    ["after it was slow", 400, 1],
  ] as const)("%s", async ([, ms, expected]) => {
    const { deps, deadline, slow, armed } = bench();
    await deps.advance(ms);
    deadline.clear();
    await deps.advance(1_000_000);
    expect([slow(), deadline.signal.aborted, armed()]).toEqual([expected, false, 0]);
  });
});

describe("giving up", () => {
  test("aborts at once and stops both waits", async () => {
    const { deps, deadline, slow, armed } = bench();
    deadline.abandon();
    expect([deadline.signal.aborted, armed()]).toEqual([true, 0]);
    await deps.advance(1_000_000);
    expect(slow()).toBe(0);
  });
});

describe("for a streamed body every wait begins when its last byte has been handed on", () => {
  test("the slow one too", async () => {
    let handedOn: () => void = () => undefined;
    const startsAfter = new Promise<boolean>((resolve) => {
      handedOn = () => resolve(true);
    });
    const { deps, deadline, slow } = bench({ startsAfter });
    await deps.advance(1_000_000);
    expect([deps.timers.length, slow()]).toEqual([0, 0]);
    handedOn();
    await deps.advance(149);
    expect(slow()).toBe(0);
    await deps.advance(1);
    expect([slow(), deadline.signal.aborted]).toEqual([1, false]);
    await deps.advance(550);
    expect(deadline.signal.aborted).toBe(true);
  });

  test.for(["clear", "abandon"] as const)("after %s no wait begins any more", async (end) => {
    let handedOn: () => void = () => undefined;
    const startsAfter = new Promise<boolean>((resolve) => {
      handedOn = () => resolve(true);
    });
    const { deps, deadline } = bench({ startsAfter });
    deadline[end]();
    handedOn();
    await settle();
    expect(deps.timers).toEqual([]);
  });

  test("where it never will be, the attempt is aborted and no wait begins", async () => {
    const { deps, deadline } = bench({ startsAfter: Promise.resolve(false) });
    await settle();
    expect([deadline.signal.aborted, deps.timers]).toEqual([true, []]);
  });
});
