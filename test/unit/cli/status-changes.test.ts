/** What is named of the difference between two looks. */
import { expect, test } from "vitest";
import type { Asked } from "../../../cli/net/ask.ts";
import { changesOf } from "../../../cli/status/changes.ts";
import { printable } from "../../../cli/status/present.ts";
import { readingOf } from "../../../cli/status/reading.ts";
import { answer, both, oneDown, refused } from "./support/world.ts";

const url = new URL("https://lb.example.com/healthz-worker");
function changed(one: Asked, other: Asked, known: Asked = one): readonly string[] {
  const last = readingOf(known, url);
  return changesOf({ before: readingOf(one, url), after: readingOf(other, url), known: last.kind === "report" ? last.report : undefined });
}
test.for<[string, readonly string[], readonly string[]]>([
  ["nothing", changed(both, both), []],
  ["an origin that falls", changed(both, oneDown), ["https://b.example.com down (502)"]],
  ["one that returns", changed(oneDown, both), ["https://b.example.com up (200)"]],
  [
    "one without an answer",
    changed(
      both,
      answer([
        ["a", true, 200],
        ["b", false, null],
      ]),
    ),
    ["https://b.example.com down (no answer)"],
  ],
  ["another status", changed(answer([["a", true, 200]]), answer([["a", true, 404]])), ["https://a.example.com up (404)"]],
  [
    "what becomes known, by its name",
    changed(answer([["a", null, null, "one"]]), answer([["a", true, 200, "one"]])),
    ["one (https://a.example.com) up (200)"],
  ],
  ["what is forgotten", changed(answer([["a", true, 200]]), answer([["a", null, null]])), ["https://a.example.com unknown"]],
  ["another version", changed(answer([["a", true, 200]], "1"), answer([["a", true, 200]], "2")), ["version 2 (was 1)"]],
  [
    "another list",
    changed(answer([["a", true, 200]]), answer([["b", true, 200]])),
    ["https://b.example.com is new: up (200)", "https://a.example.com is no longer in the list"],
  ],
  ["a gateway that is gone", changed(both, refused), ["the connection was refused: nothing listens there"]],
  ["and stays so", changed(refused, refused, both), []],
  [
    "and is gone otherwise",
    changed(refused, { kind: "failed", reason: "reset" }, both),
    ["the connection was closed before the answer was complete"],
  ],
  ["and is back with a change", changed(refused, oneDown, both), ["the gateway answers again", "https://b.example.com down (502)"]],
])("%s", ([, is, should]) => expect(is).toEqual(should));

test("a stranger's text moves no cursor, turns no writing round, and ends", () => {
  expect(printable("1\u001b[2J\n\u009b\u202e2 x")).toBe("1?[2J???2 x");
  expect(printable("x".repeat(200))).toHaveLength(80);
});
