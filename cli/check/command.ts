/** `check`: all that can be told before deploying. */
import { Command } from "commander";
import { loadConfiguration } from "../configuration/load.ts";
import { configurationOptions, type GivenOptions, withConfigurationOptions } from "../configuration/options.ts";
import { effective } from "../configuration/variables.ts";
import { type ExitCode, UsageError } from "../exit.ts";
import { countsOf, type Finding, strictly } from "../findings.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../terminal/json.ts";
import { bundleFindings } from "./bundle.ts";
import { fileFindings } from "./files.ts";
import { askOrigins } from "./online/online.ts";
import { tokenFor } from "./online/token.ts";
import { shown, summary } from "./present.ts";
import type { Checked } from "./rule.ts";
import { findingsOf } from "./rules.ts";

interface CheckOptions extends GivenOptions {
  readonly offline?: boolean;
  readonly tokenEnv?: string;
  readonly bundle: boolean;
  readonly json?: boolean;
  readonly strict?: boolean;
}

const HELP = `
Each origin is asked over TLS: name, certificate, health path, /ready, clock, HTTP versions.
To trust a private authority: NODE_EXTRA_CA_CERTS=ca.pem messageweave-lb check

Exit code: 0 no error, 1 an error (with --strict: or a warning), 2 it could not be checked.

Examples:
  messageweave-lb check
  messageweave-lb check --config deployments/primary-replica/wrangler.toml
  messageweave-lb check --env production --strict --json
  messageweave-lb check --token-env MW_TOKEN`;

export function checkCommand(io: Io, end: (code: ExitCode) => void): Command {
  return withConfigurationOptions(new Command("check"))
    .description("tell before deploying what would go wrong: in wrangler.toml, and at the origins")
    .option("--offline", "ask no origin")
    .option("--token-env <NAME>", "send the token in this environment variable to every origin (GET /api/config), and compare the answers")
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
  const token = tokenFor(options, configuration.deployment.name, io.env);
  const checked: Checked = {
    ...configuration,
    settings: configuration.deployment.readSettings(configuration.env),
    effective: effective(configuration.variables),
    proxied: undefined,
  };
  const online = options.offline ? undefined : await askOrigins(checked, token, io);
  const findings = [...findingsOf({ ...checked, proxied: online?.proxied }), ...(await builtFindings(checked, options, io))];
  if (online === undefined) return report(findings, options, io);
  if (!online.noNetwork) return report([...findings, ...online.findings], options, io, online.table);
  report(findings, options, io);
  io.err.write("no network here: no origin could be asked; with --offline only the configuration is checked\n");
  return 2;
}

/** What the entry and the bundle have against them. Without its entry there is nothing to bundle, and that is told already. */
async function builtFindings(checked: Checked, { bundle }: CheckOptions, io: Io): Promise<readonly Finding[]> {
  const files = await fileFindings(checked);
  return bundle && !files.some(({ code }) => code === "main-missing") ? [...files, ...(await bundleFindings(checked, io))] : files;
}

function report(found: readonly Finding[], { strict, json }: CheckOptions, io: Io, origins = ""): ExitCode {
  const findings = strict ? strictly(found) : found;
  const parts = [origins, shown(findings, io.out), summary(findings, io.out)].filter((part) => part !== "");
  io.out.write(json ? `${jsonText(findings, 2)}\n` : `${parts.join("\n\n")}\n`);
  return countsOf(findings).error > 0 ? 1 : 0;
}
