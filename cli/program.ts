/** The commands, and what they have in common. */
import { Command, CommanderError } from "commander";
import manifest from "../package.json" with { type: "json" };
import { checkCommand } from "./check/command.ts";
import type { ExitCode } from "./exit.ts";
import { explainCommand } from "./explain/command.ts";
import type { Io } from "./io.ts";
import { routesCommand } from "./routes/command.ts";
import { statusCommand } from "./status/command.ts";
import { told } from "./unknown-words.ts";

/** Carries out one command line. Rejects with a UsageError for what the person at the keyboard can put right. */
export async function run(words: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const end = (result: ExitCode): void => {
    code = result;
  };
  const program = new Command("messageweave-lb")
    .description("Checks a gateway before it is deployed, and sees after it is.")
    .version(manifest.version, "-V, --version", "show the version")
    .option("--debug", "show the stack of an error as well")
    .helpOption("-h, --help", "show help; messageweave-lb help COMMAND shows that of a command")
    .configureOutput({
      writeOut: io.out.write,
      writeErr: io.err.write,
      outputError: (text, write) => write(io.err.colors.red(told(text))),
    })
    .configureHelp({ helpWidth: Math.min(io.out.columns, 110) })
    .exitOverride();
  for (const command of [checkCommand(io, end), statusCommand(io, end), routesCommand(io, end), explainCommand(io, end)]) {
    program.addCommand(command.copyInheritedSettings(program).option("--debug", "show the stack of an error as well"));
  }
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has shown help, the version, or what is wrong with the words.
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}
