/** The list of origins, by the engine's own reader: every bad entry at once, each with what to write instead. */
import { parseOrigins } from "../../../src/engine/origins.ts";
import { lookedAt, type Variable } from "../../configuration/variables.ts";
import type { Deployment } from "../../deployments.ts";
import type { Finding } from "../../findings.ts";
import { entryFindings } from "../origins/entry.ts";
import { entriesOf } from "../origins/listed.ts";
import { notArray, notJson } from "../origins/not-a-list.ts";
import type { Rule } from "../rule.ts";

export const originsList: Rule = ({ deployment: { list }, variables }) =>
  lookedAt(variables).flatMap((variable) => (variable.name === list.variable ? valueFindings(variable, list) : []));

/** An empty list is no malformed one: another rule has a word for it. */
function valueFindings(variable: Variable, list: Deployment["list"]): readonly Finding[] {
  if (parseOrigins(variable.value, list.readEntry).kind === "none") return [];
  const read = entriesOf(variable.value);
  if (read.kind === "not-json") return [notJson(variable, read.text)];
  if (read.kind === "not-array") return [notArray(variable, read.value)];
  return read.entries.flatMap((entry, i) => entryFindings(entry, `${variable.where}[${i}]`, list));
}
