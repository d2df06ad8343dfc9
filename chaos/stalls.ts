/**
 * Time that was lost because the machine was busy elsewhere: this process, and with it clients, origins and clock, came late, or the
 * runtime wanted a processor and had none. Nothing that happened in it can be held against a gateway.
 */
import { readFileSync } from "node:fs";

export interface Stall {
  readonly from: number;
  readonly to: number;
  /** How much of it was lost, in milliseconds. */
  readonly lostMs: number;
}

export interface Stalls {
  /** The runtime that is looked at from now on. */
  readonly watch: (pid: number) => void;
  /** Those since the last time they were taken. */
  readonly take: () => Stall[];
  readonly stop: () => void;
}

const TICK_MS = 25;
/** Timers are never exact, in milliseconds. */
const LEAST_MS = 4;

export function watchStalls(now: () => number): Stalls {
  let seen: Stall[] = [];
  let last = now();
  let pid = 0;
  let waited: number | undefined;
  const timer = setInterval(() => {
    const at = now();
    const total = waitedFor(pid);
    const lostMs = Math.max(0, at - last - TICK_MS) + (total !== undefined && waited !== undefined ? total - waited : 0);
    if (lostMs > LEAST_MS) seen.push({ from: last, to: at, lostMs });
    last = at;
    waited = total;
  }, TICK_MS);
  timer.unref();
  return {
    watch: (other) => {
      pid = other;
      waited = waitedFor(pid);
    },
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}

/** How long a process has waited for a processor since it began, in milliseconds; `undefined` where the system does not tell (it is Linux that does). */
function waitedFor(pid: number): number | undefined {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return waitedNs === undefined ? undefined : Number(waitedNs) / 1e6;
  } catch {
    return undefined;
  }
}
