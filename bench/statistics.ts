/** Medians and what lies around them. */

export interface Spread {
  readonly median: number;
  /** A quarter of the values are below it. */
  readonly lower: number;
  /** A quarter of the values are above it. */
  readonly upper: number;
  readonly count: number;
}

/** Throws where there are no values. */
export function spread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), lower: quantile(values, 0.25), upper: quantile(values, 0.75), count: values.length };
}

/** Between two values it interpolates. Throws where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new Error("no values, no quantile");
  return below + (above - below) * (at - Math.floor(at));
}

/** Value by value, as they were measured in the same round; a round that lacks either is left out. */
export function pairedRatios(values: readonly (number | undefined)[], base: readonly (number | undefined)[]): number[] {
  return values.flatMap((value, round) => {
    const under = base[round];
    return value === undefined || under === undefined ? [] : [value / under];
  });
}

/** The list, begun one further with each round: nobody always comes first, or always after the same one's leavings. */
export function rotated<Item>(list: readonly Item[], round: number): readonly Item[] {
  const start = list.length === 0 ? 0 : round % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
