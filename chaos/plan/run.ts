/** The whole plan of a run, from its seed. */

import { ORIGINS, type Variant } from "../gateways/rules.ts";
import { variantsOf } from "../gateways/variants.ts";
import type { Options } from "../options.ts";
import { createRandom } from "../random.ts";
import { type Ask, planAsks } from "./asks.ts";
import { type Change, planFaults } from "./faults.ts";

/** What is played before one gateway in one go. */
export interface StormPlan {
  readonly variant: Variant;
  readonly faults: readonly Change[];
  readonly asks: readonly Ask[];
  readonly durationMs: number;
}

export interface RunPlan {
  readonly variants: readonly [Variant, ...Variant[]];
  readonly storms: readonly StormPlan[];
  /** What secrets look like in this run. */
  readonly canary: string;
}

/** After the last storm: the quiet time, and what requests may still take. In milliseconds. */
const TAIL_MS = 9_000;

/** A storm is not much longer than this, so that the gateways take turns; in milliseconds. */
const LONGEST_MS = 25_000;

/** Longer than any timeout of the gateways, with some to spare; in milliseconds. */
const SLOWEST_MS = 900;

export function planRun({ seed, seconds, deployment }: Options): RunPlan {
  const random = createRandom(seed);
  const canary = `canary${random.int(100_000_000, 999_999_999)}`;
  const variants = variantsOf(deployment, random);
  const playingMs = Math.max(variants.length * 500, seconds * 1_000 - TAIL_MS);
  const rounds = Math.ceil(playingMs / (variants.length * LONGEST_MS));
  const durationMs = Math.floor(playingMs / (rounds * variants.length));
  let number = 0;
  const storms = Array.from({ length: rounds }, () => variants)
    .flat()
    .map((variant) => {
      const endless = !variant.rules.lastAnswer;
      const faults = planFaults(random, {
        origins: ORIGINS,
        well: ORIGINS + 1 - variant.rules.attempts,
        durationMs,
        slowestMs: SLOWEST_MS,
        endless,
      });
      const asks = planAsks(random, variant.rules, durationMs, number);
      number += asks.length;
      return { variant, faults, asks, durationMs };
    });
  return { variants, storms, canary };
}
