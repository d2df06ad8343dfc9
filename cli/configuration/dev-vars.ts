/** `.dev.vars`: the secrets and overrides of a developer's machine, as `wrangler dev` reads them. */
import { join } from "node:path";
import { parse } from "dotenv";
import { shownName } from "./names.ts";
import { isMissing, readText } from "./read-text.ts";
import type { Variable } from "./variables.ts";

/**
 * The variables of `.dev.vars.<environment>` if there is such a file, else of `.dev.vars`; none without either. Which of the
 * two is wrangler's own rule. A file that is there and cannot be read is a problem, in one line: without its values a verdict
 * would be about something else.
 */
export async function readDevVars(folder: string, environment: string | undefined): Promise<readonly Variable[] | string> {
  const names = environment === undefined ? [".dev.vars"] : [`.dev.vars.${environment}`, ".dev.vars"];
  for (const file of names) {
    const read = await readText(join(folder, file));
    if (read.kind === "problem" && !isMissing(read)) return `${file}: ${read.problem}; mend that, or leave it out with --no-dev-vars`;
    if (read.kind === "text") return Object.entries(parse(read.text)).map(([name, value]) => variableIn(file, read.text, name, value));
  }
  return [];
}

function variableIn(file: string, text: string, name: string, value: string): Variable {
  const line = text.split("\n").findIndex((one) => new RegExp(`^\\s*(?:export\\s+)?${escaped(name)}\\s*[=:]`).test(one));
  return { name, value, giver: "dev-vars", where: `${file}${line === -1 ? "" : `:${line + 1}`} ${shownName(name)}` };
}

const escaped = (text: string): string => text.replace(/[^\w]/g, "\\$&");
