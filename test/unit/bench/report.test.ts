import { describe, expect, test } from "vitest";
import { mib, short } from "../../../bench/format.ts";
import { bytesAt, SERVED, sized } from "../../../bench/origin/served.ts";
import { withTables } from "../../../bench/report/files.ts";
import { markdownOf } from "../../../bench/report/markdown.ts";
import { createProgress } from "../../../bench/report/progress.ts";
import { type Results, tablesOf } from "../../../bench/report/results.ts";

test("a table in Markdown", () => {
  const table = {
    title: "Sizes",
    head: ["name", "a|b"],
    rows: [
      ["x", "1"],
      ["y | z", "2"],
    ],
    notes: ["Read it so."],
  };
  expect(markdownOf(table)).toBe("### Sizes\n\n| name | a\\|b |\n| --- | --: |\n| x | 1 |\n| y \\| z | 2 |\n\nRead it so.\n");
});

describe("the tables of the README", () => {
  test("replace what stands between the marks, and nothing else", () => {
    const text = "# Bench\n<!-- results -->\nold $1\n<!-- /results -->\nend\n";
    const once = withTables(text, "new $& $1\n");
    expect(once).toBe("# Bench\n<!-- results -->\n\nnew $& $1\n\n<!-- /results -->\nend\n");
    expect(withTables(once, "new $& $1\n")).toBe(once);
  });

  test("have no place without the marks", () => {
    expect(() => withTables("# Bench\n", "new")).toThrow("has lost its marks");
  });
});

test("progress says how much time has passed, and how much it will be", () => {
  const lines: string[] = [];
  let now = 1_000;
  const step = createProgress(
    120.4,
    (line) => lines.push(line),
    () => now,
  );
  step("one");
  now += 7_400;
  step("two");
  expect(lines).toEqual(["[  0 of ~120 s] one", "[  7 of ~120 s] two"]);
});

describe("the results of a run", () => {
  const verdict = { target: "t", candidate: "gateway", limit: "≤ 1", measured: "2", reached: false };
  const results = (quick: boolean): Results => ({
    facts: { node: "v1" },
    effort: { quick, rounds: 3, seconds: 0.3 },
    candidates: [{ name: "gateway", setup: "as deployed" }],
    reports: new Map([
      ["one", { tables: [{ title: "One", head: [], rows: [] }], verdicts: [verdict], data: 1 }],
      ["two", { tables: [{ title: "Two", head: [], rows: [] }], data: 2 }],
    ]),
    leftOut: [],
  });

  test("are the scenarios' tables, the targets, who was measured, and on what", () => {
    expect(tablesOf(results(false)).map(({ title }) => title)).toEqual(["One", "Two", "Targets", "Candidates", "Machine and versions"]);
  });

  test("say of each target whether it was reached", () => {
    expect(tablesOf(results(false))[2]?.rows).toEqual([["t", "gateway", "≤ 1", "2", "missed"]]);
  });

  test("say of a quick run how little it is worth", () => {
    const notes = (quick: boolean): string => tablesOf(results(quick))[2]?.notes?.join(" ") ?? "";
    expect(notes(true)).toContain("A quick run");
    expect(notes(false)).not.toContain("quick");
  });
});

describe("what an origin answers with", () => {
  test.for(Object.values(SERVED))("$method $path: $bytes bytes", ({ path, bytes }) => {
    expect(bytesAt(path)).toBe(bytes);
  });

  test("elsewhere something small, and as many bytes as are asked for", () => {
    expect(bytesAt("/healthz")).toBe(SERVED.small.bytes);
    expect(bytesAt("/?bytes=x")).toBe(SERVED.small.bytes);
    expect(bytesAt(sized("/assets/config.js", 209_715_200))).toBe(209_715_200);
  });
});

test("numbers as tables show them", () => {
  expect([mib(1_572_864), short(84.26), short(1_614.2), short(1.005)]).toEqual(["1.5", "84.3", "1614", "1.00"]);
});
