/** What a scenario is given, and what it hands back. */
import type { Candidate, RunningCandidate, Setup } from "./candidates/candidate.ts";

/** How much is measured. */
export interface Effort {
  /** Everything within two minutes: fewer and shorter rounds. */
  readonly quick: boolean;
  /** Rounds of load; every candidate has its turn in each. */
  readonly rounds: number;
  /** How long one turn lasts. */
  readonly seconds: number;
}

export interface Context {
  readonly effort: Effort;
  /** Those that can run here, in the order of the tables. */
  readonly candidates: readonly Candidate[];
  readonly setup: Setup;
  /** Starts a candidate on the proxy's core. Whoever starts it stops it. */
  readonly start: (candidate: Candidate) => Promise<RunningCandidate>;
  /** Until a quick run has to be over; without end in a full run. */
  readonly secondsLeft: () => number;
  /** Tells the person at the keyboard what is being done. */
  readonly step: (text: string) => void;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences under it: what was left out, how to read it. */
  readonly notes?: readonly string[];
}

/** One target, and whether it was reached. */
export interface Verdict {
  readonly target: string;
  readonly candidate: string;
  readonly limit: string;
  readonly measured: string;
  readonly reached: boolean;
}

export interface Report {
  readonly tables: readonly Table[];
  readonly verdicts?: readonly Verdict[];
  /** Every number that the tables are made of, for the JSON file. */
  readonly data: unknown;
}

export interface Scenario {
  /** As `--only` takes it. */
  readonly name: string;
  /** Why it cannot run on this machine; `undefined`: it can. */
  readonly missing: () => string | undefined;
  /** About how long it will take, in seconds. */
  readonly estimate: (context: Pick<Context, "effort" | "candidates">) => number;
  readonly run: (context: Context) => Promise<Report>;
}
