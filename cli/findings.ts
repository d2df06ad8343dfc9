/** What a check has found: each finding is told in the same four words, to a person and to a machine. */

import type { Code } from "./codes.ts";

/** `error`: it will not work. `warning`: it will not do what it looks like. `hint`: it could be better. */
export type Severity = "error" | "warning" | "hint";

/** What `--json` prints, one for each. */
export interface Finding {
  readonly severity: Severity;
  readonly code: Code;
  /** The place: a file with its line and variable, or an origin. */
  readonly where: string;
  /** What stands there. Never a secret. */
  readonly found: string;
  /** What to write instead, or what to do. */
  readonly advice: string;
}

const ORDER: readonly Severity[] = ["error", "warning", "hint"];

/** How many there are of each. */
export type Counts = Readonly<Record<Severity, number>>;

export function countsOf(findings: readonly Finding[]): Counts {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return { error: count("error"), warning: count("warning"), hint: count("hint") };
}

/** The gravest first; within one severity as they were found. */
export function gravestFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
}

/** With `--strict`, a warning is an error. */
export function strictly(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => (finding.severity === "warning" ? { ...finding, severity: "error" } : finding));
}
