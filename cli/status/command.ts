/** `status`: what a deployed gateway says of its origins. */
import { Command } from "commander";
import { type ExitCode, UsageError } from "../exit.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../terminal/json.ts";
import { liveOn } from "../terminal/live.ts";
import { type Address, addressOf } from "./address.ts";
import { shown } from "./present.ts";
import { createLook, type Look, type Reading } from "./reading.ts";
import { exitCodeOf } from "./report.ts";
import { seconds } from "./seconds.ts";
import { type WaitOptions, waitForVersion } from "./wait.ts";
import { watch } from "./watch.ts";

interface StatusOptions {
  readonly insecure?: boolean;
  readonly timeout: number;
  readonly json?: boolean;
  /** `true`: with the default interval. */
  readonly watch?: number | true;
  readonly expectVersion?: string;
  readonly wait?: number;
}

const DEFAULTS = { timeoutS: 15, watchS: 5, waitS: 60 };

const HELP = `
URL is the gateway's host or origin, and /healthz-worker is asked. A path other
than / is asked as it is: /healthz of a messageweave-v1, the STATUS_PATH of a
primary-replica. It must be https. No redirect is followed.

up is a status below 500, of a primary-replica one below 400; one that is
unknown yet counts as up. The gateway remembers what it found for
LB_HEALTH_TTL_MS (30 s), so a change is seen that much later at most.

With --watch, Ctrl-C ends it, and an answer that fails to come does not. In a
pipe it prints the state, then a line for each change; with --json, a line of
JSON for each answer, and on stderr a line for each that fails to come.

With --expect-version, the version counts as live when two answers in a row
have it, for some of Cloudflare's servers may still run the old one. Until then
failures are waited out. Then comes what comes without it.

Exit code: 0 all up, 1 some down, 2 all down, no origin, misconfigured,
unreachable, no gateway, or the version not live in time. After Ctrl-C, that of
the last answer.

Examples:
  messageweave-lb status lb.example.com
  messageweave-lb status https://lb.example.com/_lb/status --json
  messageweave-lb status https://lb.example.com --watch 2
  messageweave-lb status https://localhost:8787 --insecure
      (the demonstration of npm start)
  messageweave-lb status lb.example.com --expect-version 0.3.0 --wait 120
      (after a deployment, in CI: one command checks the rollout)`;

export function statusCommand(io: Io, end: (code: ExitCode) => void): Command {
  return new Command("status")
    .description("see which origins a deployed gateway finds up, now or all the time; wait for a version")
    .argument("<URL>", "the gateway, as in lb.example.com")
    .option("-w, --watch [SECONDS]", `look again every so often (default: ${DEFAULTS.watchS})`, seconds("--watch", 0.1, 86_400))
    .option("--expect-version <VERSION>", "wait until LB_VERSION is this")
    .option("--wait <SECONDS>", `how long to wait for it (default: ${DEFAULTS.waitS})`, seconds("--wait", 0.1, 86_400))
    .option("--timeout <SECONDS>", "wait for one answer", seconds("--timeout", 0.1, 600), DEFAULTS.timeoutS)
    .option("-k, --insecure", "take any certificate; nothing secret is sent")
    .option("--json", "print the gateway's own answer")
    .addHelpText("after", HELP)
    .action(async (url: string, options: StatusOptions) => end(await status(url, options, io)));
}

/** Carries it out. Rejects with a UsageError where the words do not fit together. */
export async function status(url: string, options: StatusOptions, io: Io): Promise<ExitCode> {
  const { timeout, insecure = false, json = false, expectVersion, wait = DEFAULTS.waitS } = options;
  if (options.wait !== undefined && expectVersion === undefined) throw new UsageError("--wait goes with --expect-version VERSION");
  if (expectVersion === "") throw new UsageError("--expect-version takes the LB_VERSION that was deployed, as in --expect-version 0.3.0");
  const address = addressOf(url);
  const look = createLook(io.ask, address, { timeoutMs: timeout * 1000, insecure });
  const every = options.watch === true ? DEFAULTS.watchS : options.watch;
  if (expectVersion === undefined && every === undefined) return report(await once(look, address, io), address, json, io);
  const signal = io.interruption();
  if (expectVersion !== undefined) {
    const reading = await expected({ look, version: expectVersion, waitMs: wait * 1000, signal }, address, io);
    if (reading === undefined) return 2;
    if (every === undefined) return report(reading, address, json, io);
  }
  return watch({ address, look, everyMs: (every ?? DEFAULTS.watchS) * 1000, json, signal }, io);
}

/** A fresh isolate probes all origins first, which takes up to LB_REQUEST_TIMEOUT_MS. */
async function once(look: Look, { label }: Address, io: Io): Promise<Reading> {
  const live = liveOn(io.err);
  live?.draw(io.err.colors.dim(`asking ${label}`));
  const reading = await look();
  live?.clear();
  return reading;
}

/** The answer that has the version, or `undefined`; what became of it is said on stderr. */
async function expected(options: WaitOptions, { label }: Address, io: Io): Promise<Reading | undefined> {
  const started = io.elapsed();
  const waited = await waitForVersion(options, io);
  const { red, green } = io.err.colors;
  const after = `after ${Math.round((io.elapsed() - started) / 1000)} s`;
  if (waited.kind === "live") {
    io.err.write(`${green(`${options.version} is live`)} ${after}\n`);
    return waited.reading;
  }
  const problem = waited.kind === "interrupted" ? "" : `: ${waited.problem}`;
  io.err.write(`${red(`${label}: ${options.version} is not live ${after}${problem}`)}\n`);
  return undefined;
}

function report(reading: Reading, { label }: Address, json: boolean, io: Io): ExitCode {
  if (reading.kind === "none") {
    io.err.write(`${io.err.colors.red(`${label}: ${reading.problem}`)}\n`);
    return 2;
  }
  io.out.write(json ? `${jsonText(reading.body, 2)}\n` : shown(reading.report, io.out));
  return exitCodeOf(reading.report);
}
