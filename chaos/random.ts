/** All chance of a run, from its seed. */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

export interface Random {
  /** A whole number, both ends included. */
  readonly int: (from: number, to: number) => number;
  /** `true` so often, 0 to 1. */
  readonly chance: (share: number) => boolean;
  readonly pick: <const T>(list: readonly [T, ...T[]]) => T;
  /** One of the values, each as often as its weight says. */
  readonly weighted: <T>(list: readonly [readonly [weight: number, value: T], ...(readonly [weight: number, value: T])[]]) => T;
}

/** The same seed gives the same numbers for ever. */
export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const int = (from: number, to: number): number => uniformInt(generator, from, to);
  return {
    int,
    chance: (share) => int(1, 1_000_000) <= share * 1_000_000,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    weighted: (list) => {
      let at = int(1, Math.round(list.reduce((sum, [weight]) => sum + weight, 0)));
      for (const [weight, value] of list) {
        at -= weight;
        if (at <= 0) return value;
      }
      return list[0][1];
    },
  };
}
