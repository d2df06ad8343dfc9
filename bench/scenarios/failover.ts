/** Failover as a part of the bench. */
import type { Candidate } from "../candidates/candidate.ts";
import { bare, floor } from "../candidates/workers.ts";
import { FAULTS } from "../failover/kinds.ts";
import type { FailoverReport } from "../failover/report.ts";
import { runFailover } from "../failover/scenario.ts";
import { failoverTables } from "../failover/tables.ts";
import { failoverVerdicts } from "../failover/targets.ts";
import type { Context, Scenario } from "../scenario.ts";

/** One attempt's limit, in milliseconds: that of the bench's other parts would outlast every client. */
const TIMEOUT_MS = 1_000;

/** One fault, from its first start to its last stop, in seconds. */
const SECONDS = { quick: 8, full: 75 } as const;

export const failover: Scenario = {
  name: "failover",
  missing: () => undefined,
  estimate: ({ effort }) => FAULTS.length * (effort.quick ? SECONDS.quick : SECONDS.full),
  run: async ({ candidates, setup, effort, step, start }) => {
    const report = await runFailover({
      // These two do not fail over.
      candidates: candidates.filter(({ name }) => name !== bare.name && name !== floor.name).map((candidate) => before(candidate, start)),
      certificates: setup.certificates,
      timeoutMs: TIMEOUT_MS,
      quick: effort.quick,
      progress: step,
    });
    return { tables: failoverTables(report), verdicts: failoverVerdicts(report), data: withoutSamples(report) };
  },
};

/** The same candidate, started on the proxy's core, but before the origins that it is given here. */
function before(candidate: Candidate, start: Context["start"]): Candidate {
  return { ...candidate, start: (setup) => start({ ...candidate, start: () => candidate.start(setup) }) };
}

/** Every request would make the file of results a hundred times as long; the failover part on its own can write them (`--json`). */
function withoutSamples(report: FailoverReport): unknown {
  return { ...report, episodes: report.episodes.map(({ samples: _, ...episode }) => episode) };
}
