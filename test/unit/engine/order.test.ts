import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundFrom } from "../../../src/engine/order.ts";

const never = (): number => {
  throw new Error("no chance is to be taken here");
};

const distinct = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 12 });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempts = fc.integer({ min: 1, max: 20 });

describe("NFR-HA-MULTI-INSTANCE: for every list, number of attempts and chance", () => {
  test("each origin stands in the order exactly once", () => {
    fc.assert(
      fc.property(distinct, attempts, chance, (list, bound, value) => {
        const order = roundFrom(list, bound, () => value);
        expect(new Set(order)).toEqual(new Set(list));
        expect(order).toHaveLength(list.length);
      }),
    );
  });

  test("it goes round the list from floor(random × n)", () => {
    fc.assert(
      fc.property(distinct, fc.integer({ min: 2, max: 20 }), chance, (list, bound, value) => {
        const start = list.length === 1 ? 0 : Math.floor(value * list.length);
        expect(roundFrom(list, bound, () => value)).toEqual(list.map((_, i) => list[(start + i) % list.length]));
      }),
    );
  });

  test("with one attempt or one origin the first comes first, and no chance is taken", () => {
    fc.assert(
      fc.property(distinct, attempts, (list, bound) => {
        expect(roundFrom(list, 1, never)).toEqual(list);
        expect(roundFrom(list.slice(0, 1), bound, never)).toEqual(list.slice(0, 1));
      }),
    );
  });

  test("the list itself is left alone", () => {
    fc.assert(
      fc.property(distinct, chance, (list, value) => {
        const before = [...list];
        roundFrom(list, 2, () => value);
        expect(list).toEqual(before);
      }),
    );
  });
});

test("every start is equally likely", () => {
  const list = ["a", "b", "c", "d", "e"];
  const steps = 1_000;
  const starts = new Map<string | undefined, number>();
  for (let step = 0; step < steps; step++) {
    const [first] = roundFrom(list, 2, () => step / steps);
    starts.set(first, (starts.get(first) ?? 0) + 1);
  }
  expect(starts).toEqual(new Map(list.map((one) => [one, steps / list.length])));
});

test.for([0.9999999999999999, 1, 1.5])("a chance of %d still starts inside the list", (value) => {
  const order = roundFrom(["a", "b", "c"], 2, () => value);
  expect([...order].sort()).toEqual(["a", "b", "c"]);
});
