/** What a run leaves behind: one file for machines, one for readers, and on request the tables of the README. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Facts } from "../machine/facts.ts";
import type { Effort, Report, Table, Verdict } from "../scenario.ts";
import { markdownOf } from "./markdown.ts";

const README = fileURLToPath(new URL("../README.md", import.meta.url));

export interface Results {
  readonly facts: Facts;
  readonly effort: Effort;
  /** By scenario. */
  readonly reports: Readonly<Record<string, Report>>;
  readonly verdicts: readonly Verdict[];
  /** What was left out, and why. */
  readonly leftOut: readonly string[];
  /** All of them, in order. */
  readonly tables: readonly Table[];
}

/** Writes `results.json` and `results.md` into the folder, made if need be, and returns their paths. */
export async function writeFiles(folder: string, results: Results): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const { facts, effort, reports, verdicts, leftOut } = results;
  const data = Object.fromEntries(Object.entries(reports).map(([name, report]) => [name, report.data]));
  const json = join(folder, "results.json");
  const markdown = join(folder, "results.md");
  await writeFile(json, `${JSON.stringify({ facts, effort, leftOut, verdicts, data }, undefined, 2)}\n`);
  await writeFile(markdown, `# Results\n\n${bodyOf(results)}`);
  return [json, markdown];
}

/** Puts the tables between the marks of bench/README.md. */
export async function writeReadme(results: Results): Promise<string> {
  await writeFile(README, replaced(await readFile(README, "utf8"), bodyOf(results)));
  return README;
}

/** Replaces what stands between the two marks. Throws where they are not there. */
export function replaced(text: string, body: string): string {
  const marked = /(<!-- results -->\n)[\s\S]*?(<!-- \/results -->)/;
  if (!marked.test(text)) throw new Error("bench/README.md has lost its marks: <!-- results --> and <!-- /results -->, a line each");
  return text.replace(marked, (_, start: string, end: string) => `${start}\n${body}\n${end}`);
}

const bodyOf = ({ tables, leftOut }: Results): string =>
  [...tables.map(markdownOf), ...leftOut.map((line) => `Left out: ${line}.\n`)].join("\n");
