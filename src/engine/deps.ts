/**
 * The outside world in one record. It enters once, at the top; nothing else in `src/` names `fetch`, a clock, a
 * timer, randomness or the console, so every other file runs in a test without a network and without a sleep.
 */

/** Stops a timer that has not fired; harmless afterwards. */
export type CancelTimer = () => void;

/** Keeps work alive after the response has gone out (`ctx.waitUntil`), for the request that started it. */
export type Defer = (work: Promise<unknown>) => void;

export type LogLevel = "info" | "warn" | "error";

export interface Deps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. In production it stands still between I/O. */
  readonly now: () => number;
  /** At least 0, less than 1. */
  readonly random: () => number;
  /** Calls back once after so many milliseconds; more than 2^31-1 is not to be trusted. */
  readonly after: (ms: number, callback: () => void) => CancelTimer;
  readonly log: (level: LogLevel, line: string) => void;
}

/** The platform's own. */
export const platform: Deps = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  log: (level, line) => console[level](line),
};
