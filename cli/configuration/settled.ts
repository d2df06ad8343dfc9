/** The settings that `routes` and `explain` work on: those of the file, or a deployment's defaults where there is no file. */
import { resolve } from "node:path";
import type { Settings } from "../../src/engine/settings.ts";
import { DEPLOYMENTS, type Deployment, deploymentNamed } from "../deployments.ts";
import { UsageError } from "../exit.ts";
import type { Io } from "../io.ts";
import { EXAMPLE_ORIGINS } from "../origins.ts";
import { type ConfigurationOptions, loadConfiguration } from "./load.ts";
import { isMissing, readText } from "./read-text.ts";

/** What the engine makes of a configuration. */
export interface Settled {
  readonly deployment: Deployment;
  readonly settings: Settings;
}

/** What is done where there is no file. */
export interface Defaults {
  /** Origins to show something with, where none are given: with none at all there would be nothing to see. */
  readonly exampleOrigins: boolean;
}

/** Says on stderr what is assumed, or wrong with the list of origins. Rejects with a UsageError where nothing can be read. */
export async function settle(options: ConfigurationOptions, defaults: Defaults, { cwd, err }: Pick<Io, "cwd" | "err">): Promise<Settled> {
  const say = (text: string): void => err.write(`${err.colors.yellow(text)}\n`);
  if (options.config === undefined && isMissing(await readText(resolve(cwd, "wrangler.toml")))) {
    return settledDefaults(options, defaults, say);
  }
  const loaded = await loadConfiguration(options, cwd);
  if (loaded.kind === "problem") throw new UsageError(loaded.problem);
  if (loaded.kind === "not-toml") {
    const { where, found } = loaded.finding;
    throw new UsageError(`${where} is no TOML (${found}): messageweave-lb check says more`);
  }
  const { deployment, env } = loaded.configuration;
  return complainOfOrigins({ deployment, settings: deployment.readSettings(env) }, say);
}

function settledDefaults(options: ConfigurationOptions, { exampleOrigins }: Defaults, say: (text: string) => void): Settled {
  const { deployment: name, environment, variables = [] } = options;
  const deployment = name === undefined ? undefined : deploymentNamed(name);
  if (deployment === undefined || environment !== undefined) {
    const names = DEPLOYMENTS.map((one) => one.name).join(", ");
    const wayOut = environment === undefined ? `, or show a deployment's defaults with --deployment NAME (${names})` : "";
    throw new UsageError(`there is no wrangler.toml in this folder: name one with --config FILE${wayOut}`);
  }
  const given = Object.fromEntries(variables);
  const { variable, noun } = deployment.list;
  const isGiven = given[variable] !== undefined;
  const examples = exampleOrigins && !isGiven ? { [variable]: JSON.stringify(EXAMPLE_ORIGINS) } : {};
  say(
    `there is no wrangler.toml in this folder: these are the defaults of ${deployment.name}${variable in examples ? `, with two ${noun}s made up` : ""}`,
  );
  const settled = { deployment, settings: deployment.readSettings({ ...examples, ...given }) };
  return isGiven ? complainOfOrigins(settled, say) : settled;
}

function complainOfOrigins(settled: Settled, say: (text: string) => void): Settled {
  const { settings, deployment } = settled;
  const { variable } = deployment.list;
  const { misconfiguredText } = settings;
  if (settings.origins.kind === "malformed") {
    say(`every request gets 503 ${misconfiguredText}, for ${variable} is malformed: messageweave-lb check says more`);
  }
  if (settings.origins.kind === "none") {
    say(
      `no request is forwarded, each gets 503 ${misconfiguredText}: there is no ${variable}. Where it is a secret, add --var ${variable}=…`,
    );
  }
  return settled;
}
