import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_TIMER_MS, optionalPositiveInteger, positiveInteger } from "../../../src/engine/numbers.ts";

const FALLBACK = 77;

describe("a number that is usable holds", () => {
  test.for([
    ["1", 1],
    ["250", 250],
    [" 12 ", 12],
    ["1.9", 1],
    ["1e3", 1_000],
    ["0x10", 16],
    [5, 5],
    [5.99, 5],
    ["2147483647", MAX_TIMER_MS],
  ] as const)("%j is %i", ([value, expected]) => {
    expect(positiveInteger(value, FALLBACK)).toBe(expected);
  });
});

describe("a typo can never switch a budget off: the default holds", () => {
  test.for([
    undefined,
    null,
    "",
    " ",
    "0",
    0,
    "-0",
    "0.9",
    0.999,
    "-1",
    -1,
    "-0.5",
    "abc",
    "10s",
    "10_000",
    "1,000",
    "NaN",
    Number.NaN,
    "Infinity",
    "-Infinity",
    Number.POSITIVE_INFINITY,
    "1e400",
    false,
    {},
    [],
    [1, 2],
    Symbol("x"),
  ])("%s", (value) => {
    expect(positiveInteger(value, FALLBACK)).toBe(FALLBACK);
    expect(optionalPositiveInteger(value)).toBeUndefined();
  });
});

describe("a value above the limit is held at it", () => {
  test.for(["2147483648", "1e300", 9e15])("%s", (value) => {
    expect(positiveInteger(value, FALLBACK)).toBe(2_147_483_647);
  });
});

test("for every value the result is a whole number from 1 to the limit", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.double(), fc.string(), fc.double().map(String), fc.integer(), fc.anything({ withNullPrototype: true })),
      (value) => {
        const number = positiveInteger(value, FALLBACK);
        expect(optionalPositiveInteger(value) ?? FALLBACK).toBe(number);
        expect(Number.isInteger(number) && number >= 1 && number <= MAX_TIMER_MS).toBe(true);
      },
    ),
  );
});

test.for([{ toString: 1, valueOf: 1 }, [[{ toString: 0, valueOf: 0 }]], Object.create(null), Symbol("7")])(
  "a value that refuses to be a number leaves the default",
  (value) => {
    expect(positiveInteger(value, 5)).toBe(5);
  },
);
