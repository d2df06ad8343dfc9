/** Values: what a finding may show of one, and which number was meant. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberValues } from "../../../cli/check/rules/number-values.ts";
import { numberMeant, type Unit } from "../../../cli/check/values/meant.ts";
import { shownValue } from "../../../cli/check/values/shown.ts";
import { optionalPositiveInteger } from "../../../src/engine/numbers.ts";
import { checkedWith } from "../../support/checked.ts";

describe("a value is shown where it is plainly harmless, else described", () => {
  test.for([
    ["10s", '"10s"'],
    ["-1", '"-1"'],
    ["10,000 ms", '"10,000 ms"'],
    ["many", '"many"'],
    ["", "empty"],
    [" \t", "empty"],
    ["hunter2", "a text"],
    ["s3cr3t", "a text"],
    ["123456:ABC-DEF", "a text"],
    ["1234567890123456", "a text"],
    ["correcthorsebattery", "a text"],
    ["two words", "a text"],
    ["10s\n", "a text"],
    [2.7, "2.7"],
    [-1, "-1"],
    [1e300, "a number"],
    [Number.NaN, "a number"],
    [true, "true"],
    [["hunter2"], "a list"],
    [{ hunter2: 1 }, "a table"],
    [new Date(0), "a date"],
  ] as const)("%o is %s", ([value, shown]) => {
    expect(shownValue(value)).toBe(shown);
  });
});

describe("the number that was meant", () => {
  test.for([
    ["10s", "ms", 10_000],
    ["1.5 s", "ms", 1_500],
    ["2m", "ms", 120_000],
    ["500ms", "ms", 500],
    ["10,000", "ms", 10_000],
    ["1_000_000", "ms", 1_000_000],
    ["4MiB", "bytes", 4_194_304],
    ["4 mb", "bytes", 4_194_304],
    ["3", "attempts", 3],
    ["3x", "attempts", undefined],
    ["10s", "bytes", undefined],
    ["1,5", "ms", undefined],
    ["0", "ms", undefined],
    ["-5s", "ms", undefined],
    ["ten", "ms", undefined],
    ["", "ms", undefined],
    [true, "ms", undefined],
  ] satisfies readonly (readonly [unknown, Unit, number | undefined])[])("%o in %s: %o", ([value, unit, meant]) => {
    expect(numberMeant(value, unit)).toBe(meant);
  });
});

describe("what is told of a number agrees with the engine's own reader", () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom<unknown>([], ["5"], {}, null, "1e3", "0x10", " 7 ", "Infinity", 2 ** 40, "2147483648"),
    fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom("ms", "s", " min", "")).map((parts) => parts.join("")),
  );

  test("a value is told as ignored if and only if it is", () => {
    fc.assert(
      fc.property(value, (given) => {
        const codes = numberValues(checkedWith({ LB_REQUEST_TIMEOUT_MS: given })).map(({ code }) => code);
        expect(codes.includes("value-ignored")).toBe(optionalPositiveInteger(given) === undefined);
      }),
    );
  });

  test("nothing is told of a whole number within bounds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.boolean(), (number, asText) => {
        expect(numberValues(checkedWith({ LB_SLOW_MS: asText ? String(number) : number }))).toEqual([]);
      }),
    );
  });
});
