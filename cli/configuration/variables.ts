/** The variables that a Worker would be given, each with the place it comes from. */

/** Where a variable was given. */
export type Giver = "vars" | "dev-vars" | "option";

export interface Variable {
  readonly name: string;
  readonly value: unknown;
  readonly giver: Giver;
  /** File, line and name, as a finding shows it. */
  readonly where: string;
}

/** Later givers come before earlier ones, as in `wrangler dev`: `[vars]`, then `.dev.vars`, then `--var`. */
const RANK: readonly Giver[] = ["vars", "dev-vars", "option"];

/** What the Worker would see, by name. */
export function effective(variables: readonly Variable[]): ReadonlyMap<string, Variable> {
  return new Map(variables.toSorted((one, other) => RANK.indexOf(one.giver) - RANK.indexOf(other.giver)).map((one) => [one.name, one]));
}

/** The same as the Worker's environment, which never holds a date: wrangler refuses those. */
export function environmentFrom(variables: readonly Variable[]): Readonly<Record<string, unknown>> {
  const given = [...effective(variables)].filter(([, { value }]) => !(value instanceof Date));
  return Object.fromEntries(given.map(([name, { value }]) => [name, value]));
}

/**
 * The values that rules on one value look at: the effective one, and that of `[vars]` even where `.dev.vars` shadows it, for
 * it is the one that is deployed. A value that `--var` replaces is out of sight: who sets it by hand asks about that one.
 */
export function lookedAt(variables: readonly Variable[]): readonly Variable[] {
  const byHand = new Set(variables.filter(({ giver }) => giver === "option").map(({ name }) => name));
  const seen = effective(variables);
  return variables.filter((one) => seen.get(one.name) === one || (one.giver === "vars" && !byHand.has(one.name)));
}
