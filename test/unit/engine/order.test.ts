import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asConfigured, createTries, roundFrom } from "../../../src/engine/order.ts";

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
        const order = roundFrom(list)(bound, () => value);
        expect(new Set(order)).toEqual(new Set(list));
        expect(order).toHaveLength(list.length);
      }),
    );
  });

  test("it goes round the list from floor(random × n)", () => {
    fc.assert(
      fc.property(distinct, fc.integer({ min: 2, max: 20 }), chance, (list, bound, value) => {
        const start = list.length === 1 ? 0 : Math.floor(value * list.length);
        expect(roundFrom(list)(bound, () => value)).toEqual(list.map((_, i) => list[(start + i) % list.length]));
      }),
    );
  });

  test("with one attempt or one origin the first comes first, and no chance is taken", () => {
    fc.assert(
      fc.property(distinct, attempts, (list, bound) => {
        expect(roundFrom(list)(1, never)).toEqual(list);
        expect(roundFrom(list.slice(0, 1))(bound, never)).toEqual(list.slice(0, 1));
      }),
    );
  });

  test("the list itself is left alone", () => {
    fc.assert(
      fc.property(distinct, chance, (list, value) => {
        const before = [...list];
        roundFrom(list)(2, () => value);
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
    const [first] = roundFrom(list)(2, () => step / steps);
    starts.set(first, (starts.get(first) ?? 0) + 1);
  }
  expect(starts).toEqual(new Map(list.map((one) => [one, steps / list.length])));
});

test.for([0.9999999999999999, 1, 1.5])("a chance of %d still starts inside the list", (value) => {
  const order = roundFrom(["a", "b", "c"])(2, () => value);
  expect([...order].sort()).toEqual(["a", "b", "c"]);
});

test("as configured is as configured, whatever the chance", () => {
  fc.assert(
    fc.property(distinct, attempts, (list, bound) => {
      expect(asConfigured(list)(bound, never)).toEqual(list);
    }),
  );
});

/** All that is tried, in order. */
function tried<T>(candidates: readonly T[], bound: number, isSuspect: (one: T) => boolean): readonly T[] {
  const tries = createTries(candidates, bound, isSuspect);
  const all: T[] = [];
  for (let next = tries.next(); next !== undefined; next = tries.next()) all.push(next);
  return all;
}

describe("suspects are tried last, never left out", () => {
  test.for([
    ["none is suspect", "abcd", "", "abcd"],
    ["the first is", "abcd", "a", "bcda"],
    ["one in the middle is", "abcd", "c", "abdc"],
    ["the last is", "abcd", "d", "abcd"],
    ["several are, in the order they had", "abcd", "ca", "bdac"],
    ["all but one are", "abcd", "abc", "dabc"],
    ["all are: as if none were", "abcd", "abcd", "abcd"],
    ["the only one is", "a", "a", "a"],
    ["somebody else is", "abcd", "x", "abcd"],
  ] as const)("%s", ([, list, suspects, expected]) => {
    expect(tried([...list], 9, (one) => suspects.includes(one)).join("")).toBe(expected);
  });

  test.for([1, 2, 3, 4, 5])("with at most %i tries, the order is the same and the bound holds", (bound) => {
    expect(tried([..."abcd"], bound, (one) => one === "a")).toEqual([..."bcda"].slice(0, bound));
  });

  test("NFR-HA-MULTI-INSTANCE: for every list, bound and set of suspects, each once, those that are not suspect first", () => {
    fc.assert(
      fc.property(distinct, fc.integer({ min: 1, max: 20 }), fc.func(fc.boolean()), (list, bound, isSuspect) => {
        const whole = [...list.filter((one) => !isSuspect(one)), ...list.filter((one) => isSuspect(one))];
        expect(tried(list, bound, isSuspect)).toEqual(whole.slice(0, bound));
      }),
    );
  });

  test("the list itself is left alone", () => {
    const list = [..."abc"];
    tried(list, 3, (one) => one === "a");
    expect(list).toEqual([..."abc"]);
  });
});

describe("who is suspect is asked when the next try starts", () => {
  test.for([
    ["one that falls while the first is under way is tried after the healthy one", "abc", "", "b", "acb"],
    ["one that comes back while the first is under way is tried in its place", "abc", "b", "", "abc"],
    ["all that are left fall: as if none had", "abc", "", "bc", "abc"],
    ["two change places", "abc", "b", "c", "abc"],
  ] as const)("%s", ([, list, before, after, expected]) => {
    let suspects: string = before;
    const tries = createTries([...list], 3, (one) => suspects.includes(one));
    const first = tries.next();
    suspects = after;
    expect([first, tries.next(), tries.next(), tries.next()].join("")).toBe(expected);
  });
});

test.for([
  [3, 2, [true, true, false]],
  [2, 5, [true, true, false]],
  [1, 1, [true, false]],
  [1, 0, [false]],
  [0, 3, [false]],
] as const)("of %i candidates and a bound of %i, whether another is left: %j", ([length, bound, expected]) => {
  const tries = createTries(
    Array.from({ length }, (_, i) => i),
    bound,
    () => true,
  );
  const left = expected.map(() => {
    const before = tries.left();
    expect(tries.next() !== undefined).toBe(before);
    return before;
  });
  expect(left).toEqual(expected);
});
