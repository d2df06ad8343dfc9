/** The options that tell which configuration is meant: the same for `check`, `routes` and `explain`. */
import { type Command, Option } from "commander";
import { DEPLOYMENTS } from "../deployments.ts";
import { UsageError } from "../exit.ts";
import type { ConfigurationOptions } from "./load.ts";

/** What commander makes of them. */
export interface GivenOptions {
  readonly config?: string;
  readonly env?: string;
  readonly var?: readonly (readonly [string, string])[];
  readonly deployment?: string;
  readonly devVars: boolean;
}

export function withConfigurationOptions(command: Command): Command {
  return command
    .option("-c, --config <FILE>", "the configuration (default: wrangler.toml in this folder)")
    .option("-e, --env <NAME>", "its environment [env.NAME]; its variables are its own, [vars] is not inherited")
    .option("--var <KEY=VALUE>", "set a variable, as a secret would be; can be repeated", addVariable)
    .option("--no-dev-vars", "do not read .dev.vars")
    .addOption(
      new Option("--deployment <NAME>", "which deployment it is, where main does not tell").choices(DEPLOYMENTS.map(({ name }) => name)),
    );
}

export const configurationOptions = ({ config, env, var: variables, deployment, devVars }: GivenOptions): ConfigurationOptions => ({
  config,
  environment: env,
  variables,
  deployment,
  devVars,
});

type Pairs = readonly (readonly [string, string])[];

/** The text is not repeated in the error: what stands there may be a secret. */
function addVariable(text: string, before: Pairs = []): Pairs {
  const found = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
  if (!found) throw new UsageError("--var takes KEY=VALUE, as in --var LB_MAX_ATTEMPTS=3");
  return [...before, [found[1] ?? "", found[2] ?? ""]];
}
