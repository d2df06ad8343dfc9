/** What a run leaves behind: one file for machines, one for readers, and on request the tables of the README. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { markdownOf } from "./markdown.ts";
import { type Results, tablesOf, verdictsOf } from "./results.ts";

const README = fileURLToPath(new URL("../README.md", import.meta.url));

/** Writes `results.json` and `results.md` into the folder, made if need be, and returns their paths. */
export async function writeFiles(folder: string, results: Results): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const { facts, effort, candidates, reports, leftOut } = results;
  const known = candidates.map(({ name, setup }) => ({ name, setup }));
  const data = Object.fromEntries([...reports].map(([name, report]) => [name, report.data]));
  const json = join(folder, "results.json");
  const markdown = join(folder, "results.md");
  const all = { facts, effort, candidates: known, leftOut, verdicts: verdictsOf(results), data };
  await writeFile(json, `${JSON.stringify(all, undefined, 2)}\n`);
  await writeFile(markdown, `# Results\n\n${bodyOf(results)}`);
  return [json, markdown];
}

/** Puts the tables between the marks of bench/README.md. */
export async function writeReadme(results: Results): Promise<string> {
  await writeFile(README, withTables(await readFile(README, "utf8"), bodyOf(results)));
  return "bench/README.md";
}

/** Replaces what stands between the two marks. Throws where they are not there. */
export function withTables(text: string, body: string): string {
  const marked = /(<!-- results -->\n)[\s\S]*?(<!-- \/results -->)/;
  if (!marked.test(text)) throw new Error("bench/README.md has lost its marks: <!-- results --> and <!-- /results -->, a line each");
  return text.replace(marked, (_, start: string, end: string) => `${start}\n${body}\n${end}`);
}

const bodyOf = (results: Results): string =>
  [...tablesOf(results).map(markdownOf), ...results.leftOut.map((line) => `Left out: ${line}.\n`)].join("\n");
