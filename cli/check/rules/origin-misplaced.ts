/** A variable that stands in the file and outside of the table that the Worker is given. */
import { isTable } from "../../configuration/file.ts";
import { lineOf } from "../../configuration/place.ts";
import type { Checked, Rule } from "../rule.ts";

interface Misplaced {
  readonly name: string;
  /** The table that it stands in; empty at the top of the file. */
  readonly path: readonly string[];
}

export const variableMisplaced: Rule = (checked) => {
  const { label, toml, worker } = checked;
  const table = `[${worker.varsTable.join(".")}]`;
  return misplacedIn(checked).map(({ name, path }) => {
    const line = lineOf(toml, path, name);
    const stands = path.length === 0 ? "before the first table" : `under [${path.join(".")}]`;
    return {
      severity: "error",
      code: "variable-misplaced",
      where: `${label}${line === undefined ? "" : `:${line}`} ${name}`,
      found: `it stands ${stands}, and the Worker is given what stands under ${table}`,
      advice: `move this line below a line that says ${table}; each line belongs to the last [table] above it`,
    };
  });
};

/** Those of the deployment's own variables; of other environments than the chosen one nothing is said. */
export function misplacedIn({ file, environment, deployment }: Pick<Checked, "file" | "environment" | "deployment">): readonly Misplaced[] {
  const known = new Set(deployment.variables);
  const below = (table: object, path: readonly string[]): readonly Misplaced[] =>
    Object.entries(table).flatMap(([key, value]) => {
      const here = [...path, key];
      if (isOfAnother(here, environment)) return [];
      if (known.has(key)) return isVars(path) ? [] : [{ name: key, path }];
      if (Array.isArray(value)) return value.filter(isTable).flatMap((one) => below(one, here));
      return isTable(value) ? below(value, here) : [];
    });
  return below(file, []);
}

const isVars = (path: readonly string[]): boolean =>
  path.at(-1) === "vars" && (path.length === 1 || (path.length === 3 && path[0] === "env"));

const isOfAnother = (path: readonly string[], environment: string | undefined): boolean =>
  path.length === 2 && path[0] === "env" && path[1] !== environment;
