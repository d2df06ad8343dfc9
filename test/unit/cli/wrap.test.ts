/** Texts are wrapped between words, and never inside what somebody copies. */
import { expect, test } from "vitest";
import { wrapped } from "../../../cli/terminal/wrap.ts";

test("no line is wider than the screen", () => {
  const lines = wrapped("one two three four five six seven eight nine ten", 24, "  ").split("\n");
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => line.length > 24 || !line.startsWith("  "))).toEqual([]);
});

test.for([
  ['write this line  main = "a/long/path/to/a.js"  above [vars]', 'main = "a/long/path/to/a.js"'],
  ["see what it says:  npx wrangler deploy --dry-run --env production", "npx wrangler deploy --dry-run --env production"],
] as const)("%s: what is to be copied stays on one line", ([text, copied]) => {
  expect(
    wrapped(text, 40, "    ", "  → ")
      .split("\n")
      .filter((line) => line.includes(copied)),
  ).toHaveLength(1);
});

test("what follows it is wrapped as any text", () => {
  const lines = wrapped("write  A = 1  under the header of the table of variables; or leave it out, as it is the default", 40, "").split(
    "\n",
  );
  expect(lines.filter((line) => line.length > 40)).toEqual([]);
});

test("and no line begins with the comma after it", () => {
  expect(wrapped("write  ABCDEFGHIJ = 1234567890  , or leave it out as it is", 31, "")).not.toMatch(/^\s*,/m);
});

test("the first line has its own beginning", () => {
  expect(wrapped("a", 40, "    ", "  → ")).toBe("  → a");
});
