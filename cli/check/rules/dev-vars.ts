/** `.dev.vars` is of this machine: what stands there is not what is deployed. */
import type { Variable } from "../../configuration/variables.ts";
import type { Finding } from "../../findings.ts";
import type { Rule } from "../rule.ts";
import { secretPut } from "../values/commands.ts";

export const devVars: Rule = (checked) => {
  const { variables, deployment } = checked;
  const givenIn = (giver: Variable["giver"]): ReadonlyMap<string, Variable> =>
    new Map(variables.filter((one) => one.giver === giver).map((one) => [one.name, one]));
  const [file, byHand] = [givenIn("vars"), givenIn("option")];
  return [...givenIn("dev-vars").values()]
    .filter(({ name }) => !byHand.has(name) && deployment.variables.includes(name))
    .flatMap(({ name, value, where }): readonly Finding[] => {
      const deployed = file.get(name);
      if (deployed !== undefined && isSame(deployed.value, value)) return [];
      if (deployed !== undefined) {
        return [
          {
            severity: "warning",
            code: "dev-vars-override",
            where,
            found: `it hides another value, that of ${deployed.where}, which is the one that is deployed`,
            advice: "remove it here, or check what is deployed with --no-dev-vars",
          },
        ];
      }
      const isList = name === deployment.list.variable;
      return [
        {
          severity: "hint",
          code: "dev-vars-only",
          where,
          found: `it stands here only, and this file is not deployed: there, ${isList ? "the list of origins would be missing" : "the default holds"}`,
          advice: `set it where it is deployed with  ${secretPut(name, checked)}${isList ? "" : `  or under [${checked.worker.varsTable.join(".")}]`}`,
        },
      ];
    });
};

const isSame = (one: unknown, other: unknown): boolean => asText(one) === asText(other);
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
