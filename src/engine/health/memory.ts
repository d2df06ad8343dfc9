/**
 * What an isolate remembers of one origin's health: a verdict for a while, and at most one probe at a time, which
 * concurrent callers share. Only plain verdicts are kept: an I/O object of one request must not be used by another.
 */
import type { Defer, Deps } from "../deps.ts";
import type { Verdict } from "./probe.ts";

/** Past its own deadline a probe has this long to be heard of before a waiter takes it for lost, in milliseconds. */
const GRACE_MS = 250;

export interface MemorySettings {
  /** How long a verdict is served, in milliseconds. */
  readonly ttlMs: number;
  /** A probe's own deadline, in milliseconds. */
  readonly timeoutMs: number;
}

interface SharedProbe {
  readonly verdict: Promise<Verdict>;
  readonly sentAt: number;
}

/** Gives the verdict on one origin, from memory or from a probe. */
export type Recall = (defer: Defer) => Promise<Verdict>;

/**
 * A memory of one origin. `ask` sends the probe and does not reject. A probe outlives the caller who started it
 * (`defer`); if the platform drops it all the same, whoever waits for it finds it lost and asks anew, and its late
 * result, should there be one, is not kept.
 */
export function createMemory({ ttlMs, timeoutMs }: MemorySettings, ask: () => Promise<Verdict>, deps: Pick<Deps, "now" | "after">): Recall {
  let known: { readonly verdict: Verdict; readonly until: number } | undefined;
  let underWay: SharedProbe | undefined;

  const start = (defer: Defer): Promise<Verdict> => {
    const verdict = ask().then((result) => {
      if (underWay === shared) {
        known = { verdict: result, until: deps.now() + ttlMs };
        underWay = undefined;
      }
      return result;
    });
    const shared: SharedProbe = { verdict, sentAt: deps.now() };
    underWay = shared;
    defer(verdict);
    return verdict;
  };

  return async (defer) => {
    for (;;) {
      if (known !== undefined && deps.now() < known.until) return known.verdict;
      const shared = underWay;
      if (shared === undefined) return start(defer);
      const verdict = await within(shared.sentAt + timeoutMs + GRACE_MS - deps.now(), shared.verdict, deps);
      if (verdict !== undefined) return verdict;
      if (underWay === shared) underWay = undefined;
    }
  };
}

/** The promise's value, or `undefined` when it did not settle in time: another request's promise may never. */
function within(ms: number, promise: Promise<Verdict>, { after }: Pick<Deps, "after">): Promise<Verdict | undefined> {
  return new Promise((resolve) => {
    const cancel = after(Math.max(0, ms), () => resolve(undefined));
    promise.then(
      (verdict) => {
        cancel();
        resolve(verdict);
      },
      () => undefined,
    );
  });
}
