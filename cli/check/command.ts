/** `check`: all that can be told before deploying. */
import { Command } from "commander";
import { loadConfiguration } from "../configuration/load.ts";
import { configurationOptions, type GivenOptions, withConfigurationOptions } from "../configuration/options.ts";
import { effective } from "../configuration/variables.ts";
import { type ExitCode, UsageError } from "../exit.ts";
import { countsOf, type Finding, strictly } from "../findings.ts";
import type { Io } from "../io.ts";
import { bundleFindings } from "./bundle.ts";
import { fileFindings } from "./files.ts";
import { shown, summary } from "./present.ts";
import { findingsOf } from "./rules.ts";

interface CheckOptions extends GivenOptions {
  readonly offline?: boolean;
  readonly bundle: boolean;
  readonly json?: boolean;
  readonly strict?: boolean;
}

const HELP = `
Exit code: 0 no error, 1 an error (with --strict: or a warning), 2 it could not be checked.

Examples:
  messageweave-lb check
  messageweave-lb check --config deployments/primary-replica/wrangler.toml
  messageweave-lb check --env production --strict --json`;

export function checkCommand(io: Io, end: (code: ExitCode) => void): Command {
  return withConfigurationOptions(new Command("check"))
    .description("tell before deploying what would go wrong: in wrangler.toml, and at the origins")
    .option("--offline", "ask no origin")
    .option("--no-bundle", "do not bundle the Worker with wrangler to measure it")
    .option("--strict", "warnings are errors")
    .option("--json", "print an array of {severity, code, where, found, advice}")
    .addHelpText("after", HELP)
    .action(async (options: CheckOptions) => end(await check(options, io)));
}

async function check(options: CheckOptions, io: Io): Promise<ExitCode> {
  const loaded = await loadConfiguration(configurationOptions(options), io.cwd);
  if (loaded.kind === "problem") throw new UsageError(loaded.problem);
  if (loaded.kind === "not-toml") return report([loaded.finding], options, io);
  const { configuration } = loaded;
  const checked = {
    ...configuration,
    settings: configuration.deployment.readSettings(configuration.env),
    effective: effective(configuration.variables),
  };
  const files = await fileFindings(checked);
  // Without its entry there is nothing to bundle, and that is told already.
  const isBundled = options.bundle && !files.some(({ code }) => code === "main-missing");
  return report([...findingsOf(checked), ...files, ...(isBundled ? await bundleFindings(checked, io) : [])], options, io);
}

function report(found: readonly Finding[], { strict, json }: CheckOptions, io: Io): ExitCode {
  const findings = strict ? strictly(found) : found;
  io.out.write(json ? `${JSON.stringify(findings, null, 2)}\n` : `${shown(findings, io.out)}${summary(findings, io.out)}\n`);
  return countsOf(findings).error > 0 ? 1 : 0;
}
