/** What a run of failover came to: plain JSON. */
import type { Sample } from "./client.ts";
import type { Phases } from "./episode.ts";
import type { Fault, Method } from "./kinds.ts";
import type { Latencies, Measures } from "./measures.ts";

export interface FailoverReport {
  /** What was asked for, and how. */
  readonly plan: {
    readonly phases: Phases;
    /** One attempt's limit, in milliseconds, where the candidate is given one. */
    readonly timeoutMs: number;
    /** Candidates that ran side by side. */
    readonly sideBySide: number;
  };
  /** In the order of the tables. */
  readonly episodes: readonly Episode[];
  /** What could not be measured, and why. */
  readonly leftOut: readonly { readonly candidate: string; readonly why: string }[];
  /** How late requests were sent, in milliseconds: no latency below it says anything. */
  readonly lateness: Latencies;
}

export interface Episode {
  readonly candidate: string;
  readonly fault: Fault;
  readonly method: Method;
  readonly measures: Measures;
  /** The requests of the episode: milliseconds from the fall to when it was due, milliseconds it took, status or 0. */
  readonly samples: readonly (readonly [at: number, ms: number, status: number])[];
}

const tenth = (ms: number): number => Math.round(ms * 10) / 10;

export const compact = ({ dueAt, ms, status }: Sample, fallAt: number): Episode["samples"][number] => [
  tenth(dueAt - fallAt),
  tenth(ms),
  status,
];
