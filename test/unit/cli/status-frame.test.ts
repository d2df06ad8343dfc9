/** What is left of a watch on a small terminal. */
import fc from "fast-check";
import { expect, test } from "vitest";
import wrapAnsi from "wrap-ansi";
import { fitted, type Parts, type Size } from "../../../cli/status/frame.ts";

const partsOf = (origins: number, down: readonly number[], changes: number): Parts => ({
  top: ["https://lb.example.com", "ok, 1 up"],
  tableHead: origins === 0 ? "" : "origin  up",
  rows: Array.from({ length: origins }, (_, i) => ({ text: `o${i}  ${down.includes(i) ? "down" : "up"}`, isDown: down.includes(i) })),
  since: "changed since:",
  changes: Array.from({ length: changes }, (_, i) => `change ${i}`),
});
const TOP = ["https://lb.example.com", "ok, 1 up", ""];
const linesOf = (parts: Parts, size: Size): readonly string[] => fitted(parts, size).split("\n");

test("with room for it everything stands there", () => {
  expect(linesOf(partsOf(2, [], 2), { rows: 11, columns: 80 })).toEqual([
    ...TOP,
    ...["origin  up", "o0  up", "o1  up", ""],
    ...["changed since:", "change 0", "change 1"],
  ]);
  expect(linesOf(partsOf(0, [], 0), { rows: 24, columns: 80 })).toEqual([...TOP, "changed since:"]);
});

test("the oldest changes give way first, down to three", () => {
  expect(linesOf(partsOf(2, [], 10), { rows: 13, columns: 80 })).toEqual([
    ...TOP,
    ...["origin  up", "o0  up", "o1  up", ""],
    ...["changed since:", "change 6", "change 7", "change 8", "change 9"],
  ]);
});

test("then origins that are up, and the rest is counted", () => {
  expect(linesOf(partsOf(30, [7, 28], 10), { rows: 14, columns: 80 })).toEqual([
    ...TOP,
    ...["origin  up", "o0  up", "o7  down", "o28  down", "… and 27 more, none of them down", ""],
    ...["changed since:", "change 7", "change 8", "change 9"],
  ]);
});

test("of those that are down, what is not shown is told; without room for both, the changes go", () => {
  expect(linesOf(partsOf(9, [1, 2, 3], 9), { rows: 8, columns: 80 })).toEqual([
    ...TOP,
    ...["origin  up", "o1  down", "o2  down", "… and 7 more, 1 of them down"],
  ]);
});

test("whatever there is, the top stands there and no line is lost above the terminal", () => {
  const origins = fc.nat({ max: 40 });
  const size = fc.record({ rows: fc.integer({ min: 14, max: 40 }), columns: fc.integer({ min: 12, max: 90 }) });
  fc.assert(
    fc.property(origins, fc.array(fc.nat({ max: 40 })), fc.nat({ max: 10 }), size, (count, down, changes, screen) => {
      const drawn = fitted(partsOf(count, down, changes), screen);
      expect(drawn.startsWith(TOP.join("\n"))).toBe(true);
      const height = wrapAnsi(drawn, screen.columns, { trim: false, hard: true, wordWrap: false }).split("\n").length;
      expect(height).toBeLessThan(screen.rows);
    }),
  );
});
