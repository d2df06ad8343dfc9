/** Variables that the deployment does not read: mostly a typo, which leaves the default without a sound. */
import { closestMatch } from "leven";
import { lookedAt, type Variable } from "../../configuration/variables.ts";
import { DEPLOYMENTS } from "../../deployments.ts";
import type { Checked, Rule } from "../rule.ts";
import { WRANGLER_SETTINGS } from "../values/wrangler-settings.ts";

export const unknownVariables: Rule = (checked) =>
  lookedAt(checked.variables)
    .filter(({ name }) => !checked.deployment.variables.includes(name))
    .map((variable) => {
      const [found, advice] = told(variable, checked);
      return { severity: "warning", code: "unknown-variable", where: variable.where, found, advice };
    });

/** What it probably is: a setting of wrangler, a variable of another deployment, a typo, a secret. */
function told(variable: Variable, checked: Checked): readonly [found: string, advice: string] {
  const { name, giver } = variable;
  const { deployment, worker } = checked;
  const nobody = `${deployment.name} reads no variable of this name`;
  if (giver === "vars" && WRANGLER_SETTINGS.has(name)) {
    const header = `[${worker.varsTable.join(".")}]`;
    return [`this is a setting of wrangler, and under ${header} it is a variable that nothing reads`, `move it above ${header}`];
  }
  const other = DEPLOYMENTS.find(({ variables }) => variables.includes(name));
  if (other !== undefined) {
    const here = counterpart(name, checked);
    return [
      `this is read by ${other.name}, not by ${deployment.name}`,
      here === undefined ? "remove it, or set main to the entry of the deployment that is meant" : `the name here is ${here}`,
    ];
  }
  const near = nearest(name, deployment.variables);
  if (near !== undefined) {
    const set = checked.effective.get(near);
    return [nobody, set === undefined ? `did you mean ${near}?` : `remove it: ${near} is set already, ${set.where}`];
  }
  if (looksSecret(name)) return [`${nobody}: the gateway needs no secret`, secretAdvice(variable)];
  return [nobody, `remove it; what is read: ${deployment.variables.join(", ")}`];
}

/** The variable of this deployment that is to it what `name` is to another. */
function counterpart(name: string, { deployment: { variables, list } }: Checked): string | undefined {
  if (DEPLOYMENTS.some((other) => other.list.variable === name)) return list.variable;
  return variables.find((known) => known === `LB_${name}` || name === `LB_${known}`);
}

/** The known name that is a few letters away, at most a third of them. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const close = closestMatch(name.toUpperCase().replaceAll("-", "_"), known, { maxDistance: 4 });
  return close !== undefined && Math.abs(close.length - name.length) < 5 && name.length > 6 ? close : undefined;
}

const looksSecret = (name: string): boolean => /TOKEN|SECRET|PASSW(?:OR)?D|CREDENTIAL|(?:^|_)(?:API)?KEY(?:_|$)/i.test(name);

const secretAdvice = ({ giver }: Variable): string =>
  giver === "vars"
    ? "remove it: here it is plain text, readable in the file and in the dashboard. If it was real and has been shared, change it at the backends"
    : "remove it: it belongs to the backends";
