/** `routes`: what is forwarded, as the running configuration has it. */
import { Command, Option } from "commander";
import { configurationOptions, type GivenOptions, withConfigurationOptions } from "../configuration/options.ts";
import { settle } from "../configuration/settled.ts";
import type { ExitCode } from "../exit.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../terminal/json.ts";
import { asJson, inMarkdown, shown } from "./present.ts";
import { rowsOf } from "./rows.ts";

interface RoutesOptions extends GivenOptions {
  readonly json?: boolean;
  readonly markdown?: boolean;
}

const HELP = `
Exit code: 0 they are shown, 2 the configuration cannot be read.

Examples:
  messageweave-lb routes
  messageweave-lb routes --env production --json
  messageweave-lb routes --deployment messageweave-v1 --markdown`;

export function routesCommand(io: Io, end: (code: ExitCode) => void): Command {
  return withConfigurationOptions(new Command("routes"))
    .description("show what is forwarded: paths, methods, attempts and timeouts as the configuration has them")
    .option("--json", "print an object {deployment, routes, own, misconfigured}")
    .addOption(new Option("--markdown", "print the table for a document").conflicts("json"))
    .addHelpText("after", HELP)
    .action(async (options: RoutesOptions) => end(await routes(options, io)));
}

async function routes({ json, markdown, ...options }: RoutesOptions, io: Io): Promise<ExitCode> {
  const settled = await settle(configurationOptions(options), { exampleOrigins: false }, io);
  const rows = rowsOf(settled.settings);
  const text = json ? jsonText(asJson(rows, settled), 2) : markdown ? inMarkdown(rows) : shown(rows, settled, io.out);
  io.out.write(`${text}\n`);
  return 0;
}
