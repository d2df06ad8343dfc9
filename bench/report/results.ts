/** What a run found, and the tables in which it is shown. */
import type { Candidate } from "../candidates/candidate.ts";
import { type Facts, factsTable } from "../machine/facts.ts";
import type { Effort, Report, Table, Verdict } from "../scenario.ts";

export interface Results {
  readonly facts: Facts;
  readonly effort: Effort;
  readonly candidates: readonly Pick<Candidate, "name" | "setup">[];
  /** By scenario. */
  readonly reports: ReadonlyMap<string, Report>;
  /** `name: why`, one for each that is left out. */
  readonly leftOut: readonly string[];
}

export function verdictsOf({ reports }: Results): readonly Verdict[] {
  return [...reports.values()].flatMap(({ verdicts = [] }) => verdicts);
}

/** All of them, in the order to be read. */
export function tablesOf(results: Results): readonly Table[] {
  const verdicts = verdictsOf(results);
  return [
    ...[...results.reports.values()].flatMap(({ tables }) => tables),
    ...(verdicts.length === 0 ? [] : [targetsTable(verdicts, results.effort)]),
    { title: "Candidates", head: ["candidate", "set up as"], rows: results.candidates.map(({ name, setup }) => [name, setup]) },
    factsTable(results.facts),
  ];
}

/** `rounds` tells a reader how much stands behind a median. */
function targetsTable(verdicts: readonly Verdict[], { quick, rounds, seconds }: Effort): Table {
  return {
    title: "Targets",
    head: ["target", "candidate", "limit", "measured", "verdict"],
    rows: verdicts.map(({ target, candidate, limit, measured, reached }) => [
      target,
      candidate,
      limit,
      measured,
      reached ? "reached" : "missed",
    ]),
    notes: [
      `Load: at most ${rounds} rounds of ${seconds} s; ratios are taken round by round, then their median.`,
      ...(quick ? ["A quick run: its rounds are few and short, so its verdicts are hints."] : []),
    ],
  };
}
