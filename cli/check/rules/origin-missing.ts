/** A list of origins that is not there, or empty. */

import { parseOrigins } from "../../../src/engine/origins.ts";
import { environmentsOf, isTable, workerFileOf } from "../../configuration/file.ts";
import { shownName } from "../../configuration/names.ts";
import { lineOf } from "../../configuration/place.ts";
import { lookedAt } from "../../configuration/variables.ts";
import type { Finding } from "../../findings.ts";
import { EXAMPLE_ORIGINS } from "../../origins.ts";
import { assignment } from "../origins/write.ts";
import type { Checked, Rule } from "../rule.ts";
import { misplacedIn } from "./origin-misplaced.ts";

const SECRET = "if it is a secret: put it in .dev.vars as well, or pass it with --var, so that it can be checked";

export const originsMissing: Rule = (checked) => {
  const { list } = checked.deployment;
  const values = lookedAt(checked.variables).filter(({ name }) => name === list.variable);
  if (values.length === 0) return misplacedIn(checked).some(({ name }) => name === list.variable) ? [] : [notSet(checked)];
  return values
    .filter(({ value }) => parseOrigins(value, list.readEntry).kind === "none")
    .map(({ where, giver, value }) => ({
      ...missing(where, typeof value === "string" && value.trim() === "" ? "it is blank" : `it is a list without any ${list.noun}`),
      advice: `write  ${assignment(list.variable, EXAMPLE_ORIGINS, giver)}  with the addresses of your backends; ${SECRET}`,
    }));
};

function notSet(checked: Checked): Finding {
  const { deployment, label, environment, worker } = checked;
  const { variable } = deployment.list;
  const where = `${label} ${variable}`;
  const line = `${assignment(variable, EXAMPLE_ORIGINS, "vars")}`;
  const table = worker.varsTable.join(".");
  const above = environment !== undefined && hasOwn(checked.file["vars"], variable);
  if (above) {
    const at = lineOf(checked.toml, ["vars"], variable);
    const advice = `variables are not inherited: repeat those of [vars] under [${table}]; ${SECRET}`;
    return { ...missing(where, `it is set under [vars]${at === undefined ? "" : ` (line ${at})`} and not for ${environment}`), advice };
  }
  const { vars } = worker.table;
  if (vars !== undefined && !isTable(vars)) {
    return {
      ...missing(where, "vars is no table, so nothing is set"),
      advice: `write  [${table}]  on a line of its own, and below it  ${line}`,
    };
  }
  const elsewhere = environmentsOf(checked.file).filter(
    (name) => name !== environment && hasOwn(workerFileOf(checked.file, name)?.vars, variable),
  );
  const other =
    elsewhere.length === 0
      ? ""
      : `; ${elsewhere.map(shownName).join(", ")} ${elsewhere.length === 1 ? "has" : "have"} one: choose with --env NAME`;
  return { ...missing(where, "it is not set"), advice: `write  ${line}  under [${table}]${other}; ${SECRET}` };
}

const hasOwn = (table: unknown, name: string): boolean => isTable(table) && Object.hasOwn(table, name);

const missing = (where: string, found: string): Omit<Finding, "advice"> => ({ severity: "error", code: "origins-missing", where, found });
