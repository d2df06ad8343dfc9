/** A configuration as the rules of `check` see it, from its variables alone. */
import type { Checked } from "../../cli/check/rule.ts";
import { effective, environmentFrom, type Variable } from "../../cli/configuration/variables.ts";
import { DEPLOYMENTS, type DeploymentName } from "../../cli/deployments.ts";

const TWO = '["https://one.mail.dev", "https://two.mail.dev"]';

/** The given variables stand in `[vars]`; two origins unless they say otherwise. */
export function checkedWith(vars: Readonly<Record<string, unknown>>, name: DeploymentName = "messageweave"): Checked {
  const deployment = DEPLOYMENTS.find((one) => one.name === name) ?? DEPLOYMENTS[0];
  const variables = Object.entries({ [deployment.list.variable]: TWO, ...vars }).map(
    ([key, value]): Variable => ({ name: key, value, giver: "vars", where: `wrangler.toml:1 ${key}` }),
  );
  const env = environmentFrom(variables);
  return {
    label: "wrangler.toml",
    path: "/somewhere/wrangler.toml",
    toml: "",
    environment: undefined,
    deployment,
    worker: {
      name: undefined,
      main: undefined,
      compatibilityDate: undefined,
      compatibilityFlags: [],
      routes: [],
      zoneNames: [],
      vars,
      varsTable: ["vars"],
      table: {},
    },
    file: {},
    variables,
    env,
    settings: deployment.readSettings(env),
    effective: effective(variables),
    proxied: undefined,
  };
}
