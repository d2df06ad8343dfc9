/** `messageweave-lb`: from the words of the command line to an exit code. */
import { setTimeout as sleep } from "node:timers/promises";
import { nodeNetwork } from "./check/online/node-network.ts";
import { UsageError } from "./exit.ts";
import type { Io } from "./io.ts";
import { ask } from "./net/ask.ts";
import { run } from "./program.ts";
import { plain } from "./terminal/plain.ts";
import { screenOf } from "./terminal/screen.ts";

const io: Io = {
  cwd: process.cwd(),
  env: process.env,
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  ask,
  interruption: () => {
    const controller = new AbortController();
    // Not `once`: what gives the cursor back ends the process by the signal when it finds nobody else listening.
    for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => (controller.signal.aborted ? process.exit(130) : controller.abort()));
    return controller.signal;
  },
  network: nodeNetwork,
  out: screenOf(process.stdout, process.env),
  err: screenOf(process.stderr, process.env),
};

process.stdout.on("error", unwritten);
// What is lost there can be told to nobody; the exit code still can.
process.stderr.on("error", () => undefined);

const words = process.argv.slice(2);
try {
  process.exitCode = await run(words, io);
} catch (error) {
  io.err.write(`${io.err.colors.red(oneLine(error))}\n`);
  if (words.includes("--debug") && error instanceof Error) io.err.write(`${error.stack ?? ""}\n`);
  process.exitCode = 2;
}
// All is said. A name that is still being looked up would otherwise hold the process for as long as the resolver tries.
process.stdout.write("", () => {
  // Its event may come later than this.
  if (process.stdout.errored) unwritten(process.stdout.errored);
  process.stderr.write("", () => process.exit());
});

/** Ends the process where a result has nowhere to go. */
function unwritten(error: NodeJS.ErrnoException): void {
  // A reader that left, as in `messageweave-lb check | head`, has seen enough.
  if (error.code === "EPIPE") process.exit();
  io.err.write(`${io.err.colors.red(`the output could not be written (${error.code ?? "for an unknown reason"})`)}\n`);
  process.exit(2);
}

/** An error that nobody foresaw is shown by its kind alone: its text may hold a value. `--debug` shows all of it. */
function oneLine(error: unknown): string {
  if (error instanceof UsageError) return plain(error.message);
  const kind = error instanceof Error ? error.name : typeof error;
  return `something went wrong that should not (${kind}): please report it, with what --debug adds`;
}
