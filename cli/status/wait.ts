/** `status --expect-version`: looks until a version is live, or time is up. */
import type { Io } from "../io.ts";
import { liveOn } from "../terminal/live.ts";
import { printable } from "./present.ts";
import type { Look, Reading } from "./reading.ts";

/** The pause between two looks. */
const PAUSE_MS = 1000;

/** Another isolate or data centre may still run the old version: one answer alone proves little. */
const IN_A_ROW = 2;

export interface WaitOptions {
  readonly look: Look;
  readonly version: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

export type Waited =
  | { readonly kind: "live"; readonly reading: Reading }
  /** Time was up; in words, how far it came. */
  | { readonly kind: "not-live"; readonly problem: string }
  | { readonly kind: "interrupted" };

/** Whatever else is answered meanwhile, or not, is waited out. Says on stderr what it waits for. */
export async function waitForVersion({ look, version, waitMs, signal }: WaitOptions, io: Io): Promise<Waited> {
  const started = io.elapsed();
  const left = (): number => started + waitMs - io.elapsed();
  const progress = progressOf(`waiting for ${printable(version)}: `, started, io);
  let times = 0;
  let seen: string | undefined;
  for (;;) {
    const reading = await look(signal, left());
    if (signal.aborted) return ended(progress, { kind: "interrupted" });
    times = reading.kind === "report" && reading.report.version === version ? times + 1 : 0;
    if (times === IN_A_ROW) return ended(progress, { kind: "live", reading });
    // Time that was up in the middle of a look says nothing of the gateway: what was seen before it does.
    const isCutShort = reading.kind === "none" && left() <= 0;
    const state = isCutShort ? (seen ?? "no answer came in that time") : stateOf(reading, times);
    seen = state;
    progress.say(state);
    await io.sleep(Math.max(0, Math.min(PAUSE_MS, left())), signal);
    if (signal.aborted) return ended(progress, { kind: "interrupted" });
    if (left() <= 0) return ended(progress, { kind: "not-live", problem: state });
  }
}

function stateOf(reading: Reading, times: number): string {
  if (reading.kind === "none") return reading.problem;
  const { version } = reading.report;
  if (times > 0) return `seen once, to be seen ${IN_A_ROW} times in a row`;
  return version === "unknown" ? "still unknown, which is what a gateway says whose LB_VERSION is not set" : `still ${printable(version)}`;
}

interface Progress {
  say(state: string): void;
  clear(): void;
}

/** In place on a terminal, with the seconds; in a pipe a line whenever something else is seen. */
function progressOf(head: string, started: number, { err, elapsed }: Io): Progress {
  const live = liveOn(err);
  if (live) {
    return {
      say: (state) => live.draw(err.colors.dim(`${head}${state} (${Math.round((elapsed() - started) / 1000)} s)`)),
      clear: live.clear,
    };
  }
  let said = "";
  return {
    say: (state) => {
      if (state !== said) err.write(`${head}${state} (${Math.round((elapsed() - started) / 1000)} s)\n`);
      said = state;
    },
    clear: () => undefined,
  };
}

function ended(progress: Progress, waited: Waited): Waited {
  progress.clear();
  return waited;
}
