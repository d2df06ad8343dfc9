import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairedRatios, quantile, rotated, spread } from "../../../bench/statistics.ts";

describe("median and quartiles", () => {
  test.for([
    [[3], 3, 3, 3],
    [[1, 2], 1.25, 1.5, 1.75],
    [[5, 1, 3], 2, 3, 4],
    [[4, 1, 3, 2], 1.75, 2.5, 3.25],
    [[10, 9, 100], 9.5, 10, 55],
  ] as const)("of %j", ([values, lower, median, upper]) => {
    expect(spread(values)).toEqual({ lower, median, upper, count: values.length });
  });

  test("of nothing there are none", () => {
    expect(() => spread([])).toThrow("no values");
  });

  test("they do not depend on the order, and leave the list alone", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const before = [...values];
        expect(quantile(values, share)).toBe(quantile(values.toReversed(), share));
        expect(values).toEqual(before);
      }),
    );
  });

  test("they lie within the values", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        expect(quantile(values, share)).toBeGreaterThanOrEqual(Math.min(...values));
        expect(quantile(values, share)).toBeLessThanOrEqual(Math.max(...values));
      }),
    );
  });
});

describe("ratios are of values of the same round", () => {
  test("value by value", () => {
    expect(pairedRatios([2, 6, 3], [1, 2, 6])).toEqual([2, 3, 0.5]);
  });

  test("a round that lacks either is left out", () => {
    expect(pairedRatios([2, undefined, 3, 8], [1, 2, undefined])).toEqual([2]);
  });
});

describe("turns", () => {
  test("another one begins each round", () => {
    expect([0, 1, 2, 3].map((round) => rotated(["a", "b", "c"], round).join(""))).toEqual(["abc", "bca", "cab", "abc"]);
  });

  test("of nobody there are none", () => {
    expect(rotated([], 3)).toEqual([]);
  });
});
