// How a script of this folder ends: its exit code, and what it says when it fails.
import pc from "picocolors";
import { PortUnavailable } from "./ports.ts";

/**
 * Runs it, then exits: 0, or 1 with one line for what a person can put right. A signal, or a reader of the output that
 * left (`npm start | head`), ends it just as well: exiting runs the handlers that leave nothing behind.
 */
export async function runMain(main: () => Promise<void>): Promise<never> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(0));
  process.stdout.on("error", () => process.exit(0));
  if (process.env["npm_lifecycle_event"]) setInterval(exitWithoutParent, 500, process.ppid).unref();
  try {
    await main();
  } catch (error) {
    console.error(pc.red(explain(error)));
    process.exit(1);
  }
  process.exit(0);
}

/** A signal sent to npm alone ends npm and its shell, and is not handed on. */
function exitWithoutParent(parent: number): void {
  if (process.ppid !== parent) process.exit(0);
}

function explain(error: unknown): string {
  if (error instanceof PortUnavailable) {
    return `${error.message}: end what holds it, or choose others, e.g.  PORT=9443 PLAIN_PORT=9080 npm start`;
  }
  return error instanceof Error ? error.message : String(error);
}
