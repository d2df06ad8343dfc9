/** The outside world, scripted: a clock that only moves by hand, chosen randomness, a `fetch` that follows a script. */
import type { Deps, LogLevel } from "../../src/engine/deps.ts";

/** What went out, in order. */
export interface Call {
  readonly url: string;
  readonly init: RequestInit;
}

/** Answers one call. It may throw, reject, or never settle. `index` counts from 0. */
export type Script = (call: Call, index: number) => Response | Promise<Response>;

/** A timer of `after`, kept when it is over. */
export interface Timer {
  readonly ms: number;
  readonly due: number;
  state: "armed" | "fired" | "cleared";
}

export interface FakeDeps extends Deps {
  readonly calls: readonly Call[];
  /** The URLs of `calls`. */
  readonly urls: () => readonly string[];
  readonly timers: readonly Timer[];
  /** Log lines, parsed, each with its level in front. */
  readonly lines: () => readonly (readonly [LogLevel, unknown])[];
  /** Moves the clock, firing what falls due on the way, each at its own time. */
  readonly advance: (ms: number) => Promise<void>;
}

/** A start that is neither 0 nor round, so that no code gets away with taking it for either. */
const STARTED_AT = 1_234_567;

/** `settled`: lets everything run that waits for nothing but other promises. */
export function fakeDeps(
  script: Script = () => new Response("ok"),
  random: () => number = () => 0,
  settled: () => Promise<void> = settle,
): FakeDeps {
  const calls: Call[] = [];
  const timers: (Timer & { readonly callback: () => void })[] = [];
  const written: (readonly [LogLevel, string])[] = [];
  let now = STARTED_AT;

  const nextDue = (until: number) =>
    timers.filter(({ state, due }) => state === "armed" && due <= until).sort((one, other) => one.due - other.due)[0];

  return {
    calls,
    timers,
    urls: () => calls.map(({ url }) => url),
    lines: () => written.map(([level, line]) => [level, JSON.parse(line) as unknown] as const),
    fetch: async (url, init) => {
      const call = { url, init };
      calls.push(call);
      return script(call, calls.length - 1);
    },
    now: () => now,
    random,
    after: (ms, callback) => {
      const timer = { ms, due: now + ms, state: "armed" as Timer["state"], callback };
      timers.push(timer);
      return () => {
        if (timer.state === "armed") timer.state = "cleared";
      };
    },
    log: (level, line) => {
      written.push([level, line]);
    },
    advance: async (ms) => {
      // What was started a moment ago arms its timers now, not when they are already due.
      await settled();
      const until = now + ms;
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        now = Math.max(now, timer.due);
        timer.state = "fired";
        timer.callback();
        await settled();
      }
      now = until;
      await settled();
    },
  };
}

/** Lets everything run that waits for nothing but other promises, streams of the runtime included. No time passes. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}
