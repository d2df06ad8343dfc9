/**
 * What an isolate remembers of one origin's probes: a verdict for a while, and at most one probe at a time, which
 * concurrent callers share. Only plain verdicts are kept: an I/O object of one request must not be used by another.
 */
import type { Defer, Deps } from "../deps.ts";
import type { Verdict } from "./probe.ts";

/** Past its own deadline a probe has this long to be heard of before it is taken for lost, in milliseconds. */
const GRACE_MS = 250;

export interface MemorySettings {
  /** How long a verdict is served, in milliseconds. */
  readonly ttlMs: number;
  /** A probe's own deadline, in milliseconds. */
  readonly timeoutMs: number;
}

export interface Memory {
  /** The verdict: from memory while it is fresh, else from a probe. */
  readonly recall: (defer: Defer) => Promise<Verdict>;
  /** Starts a probe in the background unless one is under way; settles with it. */
  readonly refresh: (defer: Defer) => Promise<unknown>;
}

interface SharedProbe {
  readonly verdict: Promise<Verdict>;
  readonly sentAt: number;
}

/**
 * A memory of one origin. `ask` sends the probe and does not reject; what it returns is called with a verdict that is
 * kept. A probe outlives the caller who started it (`defer`); if the platform drops it all the same, whoever waits for
 * it finds it lost and asks anew, and its late result, should there be one, is not kept.
 */
export function createMemory(
  { ttlMs, timeoutMs }: MemorySettings,
  ask: () => { readonly verdict: Promise<Verdict>; readonly kept: (verdict: Verdict) => void },
  deps: Pick<Deps, "now" | "after">,
): Memory {
  let known: { readonly verdict: Verdict; readonly until: number } | undefined;
  let underWay: SharedProbe | undefined;

  const start = (defer: Defer): Promise<Verdict> => {
    const { verdict: asked, kept } = ask();
    const verdict = asked.then((result) => {
      if (underWay === shared) {
        known = { verdict: result, until: deps.now() + ttlMs };
        underWay = undefined;
        kept(result);
      }
      return result;
    });
    const shared: SharedProbe = { verdict, sentAt: deps.now() };
    underWay = shared;
    defer(verdict);
    return verdict;
  };

  const timeLeft = ({ sentAt }: SharedProbe): number => sentAt + timeoutMs + GRACE_MS - deps.now();

  return {
    recall: async (defer) => {
      for (;;) {
        if (known !== undefined && deps.now() < known.until) return known.verdict;
        const shared = underWay;
        if (shared === undefined) return start(defer);
        const verdict = await within(timeLeft(shared), shared.verdict, deps);
        if (verdict !== undefined) return verdict;
        if (underWay === shared) underWay = undefined;
      }
    },
    refresh: (defer) => (underWay !== undefined && timeLeft(underWay) > 0 ? Promise.resolve() : start(defer)),
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
