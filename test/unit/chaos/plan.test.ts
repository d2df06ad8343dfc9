/** A run's plan comes from its seed, and from nothing else. */
import { describe, expect, test } from "vitest";
import { describeAsk } from "../../../chaos/plan/asks.ts";
import { describeFault } from "../../../chaos/plan/faults.ts";
import { planRun } from "../../../chaos/plan/run.ts";
import { createRandom } from "../../../chaos/random.ts";

const OPTIONS = { seed: 5, seconds: 120, deployment: "both" } as const;

const told = (seed: number) => {
  const { storms, canary } = planRun({ ...OPTIONS, seed });
  return {
    canary,
    storms: storms.map(({ variant, faults, asks }) => ({ name: variant.name, rules: variant.rules.attempts, faults, asks })),
  };
};

test("the same seed gives the same plan, another gives another", () => {
  expect(told(5)).toEqual(told(5));
  expect(told(6)).not.toEqual(told(5));
});

describe("a plan of two minutes", () => {
  const { storms, variants } = planRun(OPTIONS);
  const asks = storms.flatMap((storm) => storm.asks);

  test("has a storm over every gateway, none long", () => {
    expect(new Set(storms.map(({ variant }) => variant.name)).size).toBe(variants.length);
    expect(variants).toHaveLength(4);
    expect(Math.max(...storms.map(({ durationMs }) => durationMs))).toBeLessThanOrEqual(30_000);
    expect(storms.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeLessThan(120_000);
  });

  test("holds every kind of client, and those that leave in every way", () => {
    const kinds = new Set(asks.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(["GET", "POST", "PUT", "large", "once", "own", "refused", "socket"].toSorted());
    expect(new Set(asks.flatMap(({ leaving }) => (leaving ? [leaving.when] : []))).size).toBe(3);
    expect(asks.some(({ bodyBytes }) => bodyBytes === 0)).toBe(true);
    expect(asks.some(({ bodyBytes = 0 }) => bodyBytes > 1_000_000)).toBe(true);
  });

  test("numbers every request once", () => {
    expect(new Set(asks.map(({ number }) => number)).size).toBe(asks.length);
  });

  test("holds every kind of fault", () => {
    const faults = storms.flatMap((storm) => storm.faults.map(({ fault }) => fault.kind));
    expect([...new Set(faults)].toSorted()).toEqual(
      ["none", "refused", "reset", "hung", "slow", "cut-head", "cut-body", "status", "redirect"].toSorted(),
    );
  });

  test("has no answer without end where a failed answer is handed on", () => {
    const endless = storms.filter(({ faults }) => faults.some(({ fault }) => fault.kind === "status" && fault.endless));
    expect(endless.length).toBeGreaterThan(0);
    expect(endless.filter(({ variant }) => variant.rules.lastAnswer)).toEqual([]);
  });

  test("is in order", () => {
    for (const { faults } of storms) expect(faults.map(({ at }) => at)).toEqual(faults.map(({ at }) => at).toSorted((a, b) => a - b));
  });
});

test("every fault and request can be told to a person", () => {
  const { storms } = planRun(OPTIONS);
  const words = storms.flatMap(({ faults, asks }) => [...faults.map(({ fault }) => describeFault(fault)), ...asks.map(describeAsk)]);
  expect(words.filter((word) => word === "" || word.includes("undefined"))).toEqual([]);
});

test("weights are weights", () => {
  const random = createRandom(1);
  const drawn = Array.from({ length: 2_000 }, () =>
    random.weighted([
      [3, "often"],
      [1, "seldom"],
    ]),
  );
  const often = drawn.filter((word) => word === "often").length;
  expect(often).toBeGreaterThan(1_400);
  expect(often).toBeLessThan(1_600);
});
