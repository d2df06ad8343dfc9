/** An episode that went well, to be told otherwise in parts. */
import type { Measures } from "../../../bench/failover/measures.ts";
import type { Episode, FailoverReport } from "../../../bench/failover/report.ts";

const QUIET = { p50: 2, p99: 5, longest: 6 };

const WELL: Measures = {
  requests: 300,
  lost: 0,
  healthy: QUIET,
  episode: QUIET,
  slow: 0,
  slowLate: 0,
  slowLateSinceMet: 0,
  reachedBroken: 1,
  healedMs: 1_234,
  lostHealthy: 0,
};

export const episode = (whose: Pick<Episode, "candidate" | "fault" | "method">, measures: Partial<Measures> = {}): Episode => ({
  ...whose,
  measures: { ...WELL, ...measures },
  samples: [],
});

export const report = (episodes: readonly Episode[], more: Partial<FailoverReport> = {}): FailoverReport => ({
  plan: {
    phases: { rate: 20, warmUp: 1, healthy: 2, episode: 3, healMs: 35_000, patienceMs: 5_000 },
    timeoutMs: 1_000,
    sideBySide: 2,
  },
  episodes,
  leftOut: [],
  lateness: { p50: 0.5, p99: 2, longest: 3 },
  ...more,
});
