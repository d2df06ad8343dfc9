/** Samples → the numbers that are reported. */
import type { Sample } from "./client.ts";
import type { Course } from "./episode.ts";

/** A request that took longer than this is called slow, in milliseconds. */
export const SLOW_MS = 500;

/** From the first request that met the fault, in milliseconds: whoever begins later must not be slow any more. */
export const GRACE_MS = 300;

/** The latencies of a set of requests, in milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** What one episode came to. Times in milliseconds. */
export interface Measures {
  readonly requests: number;
  /** Requests without a whole 2xx answer from anybody. */
  readonly lost: number;
  readonly healthy: Latencies;
  readonly episode: Latencies;
  /** Requests slower than `SLOW_MS`, answered or not. */
  readonly slow: number;
  /** Of these, the ones that began more than `GRACE_MS` after the fall. */
  readonly slowLate: number;
  /** The same, counted from the first request that met the fault: nobody can know of the fault before that. */
  readonly slowLateSinceMet: number;
  readonly reachedBroken: number;
  /** `null`: not within the time that was given. */
  readonly healedMs: number | null;
  /** Requests lost while nothing was broken; anything but 0 says that the run itself is not sound. */
  readonly lostHealthy: number;
}

/** The value that this part of the values does not exceed, from 0 to 1 (nearest rank); NaN where there is none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export function latenciesOf(samples: readonly Pick<Sample, "ms">[]): Latencies {
  const values = samples.map(({ ms }) => ms);
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99), longest: percentile(values, 1) };
}

export const isLost = ({ status }: Pick<Sample, "status">): boolean => status < 200 || status > 299;

const count = (samples: readonly Sample[], is: (sample: Sample) => boolean): number => samples.filter(is).length;

export function measure({ healthy, episode, fallAt, firstMetAt, reachedBroken, healedMs }: Course): Measures {
  const isSlow = ({ ms }: Sample): boolean => ms > SLOW_MS;
  const isSlowAfter = (from: number) => (sample: Sample) => isSlow(sample) && sample.dueAt > from + GRACE_MS;
  return {
    requests: episode.length,
    lost: count(episode, isLost),
    healthy: latenciesOf(healthy),
    episode: latenciesOf(episode),
    slow: count(episode, isSlow),
    slowLate: count(episode, isSlowAfter(fallAt)),
    slowLateSinceMet: count(episode, isSlowAfter(firstMetAt ?? fallAt)),
    reachedBroken,
    healedMs: healedMs ?? null,
    lostHealthy: count(healthy, isLost),
  };
}
