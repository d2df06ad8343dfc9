/** Runs one property against a world, and says of a violation all that one needs to see it again. */
import fc from "fast-check";
import type { World } from "./world.ts";

/** One kind of cases and what must be true of each. */
export interface Property {
  readonly name: string;
  readonly cases: fc.Arbitrary<unknown>;
  readonly check: (world: World, sent: never) => Promise<void>;
  /** The bytes that a case puts on a wire, for the report. */
  readonly show: (sent: never) => string;
}

export interface Bounds {
  readonly seed: number;
  readonly runs: number;
  /** Where a failure was found, in fast-check's own notation: that case alone is run. */
  readonly path?: string | undefined;
}

export interface Verdict {
  readonly runs: number;
  /** `undefined`: every case held. */
  readonly violation: string | undefined;
}

/** Runs so many cases, or until one fails, which is shrunk then. */
export async function run({ name, cases, check, show }: Property, world: World, { seed, runs, path }: Bounds): Promise<Verdict> {
  const property = fc.asyncProperty(cases, async (sent) => {
    await world.begin();
    try {
      await check(world, sent as never);
    } catch (error) {
      world.spoil();
      throw error;
    }
  });
  const result = await fc.check(property, {
    seed,
    numRuns: runs,
    ...(path !== undefined && { path }),
  });
  if (!result.failed) return { runs: result.numRuns, violation: undefined };
  const [sent] = result.counterexample ?? [];
  const violation = [
    `${name}: ${result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)}`,
    `case (shrunk ${result.numShrinks} times): ${fc.stringify(sent)}`,
    `bytes: ${show(sent as never)}`,
    `again: npm run fuzz -- --only ${JSON.stringify(name)} --seed ${result.seed} --path ${JSON.stringify(result.counterexamplePath ?? "")}`,
  ].join("\n");
  return { runs: result.numRuns, violation };
}
