/** `npm run fuzz`: every property against every Worker, round after round, until the time is over or a promise is broken. */
import pc from "picocolors";
import { temporaryFolder } from "../../dev/leftovers.ts";
import { UsageError } from "../../dev/options.ts";
import { buildAll } from "../e2e/support/built.ts";
import type { Provided } from "../e2e/support/provided.ts";
import { type FuzzOptions, HELP, readFuzzOptions } from "./options.ts";
import { SUITES, type Suite } from "./properties/all.ts";
import { run } from "./support/runner.ts";
import { startWorld } from "./support/world.ts";

/** Cases of one property before the next has its turn. */
const RUNS = 150;

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => process.exit(code));

try {
  const options = readFuzzOptions(process.argv.slice(2));
  if (options === "help") {
    console.log(HELP);
  } else {
    const folder = temporaryFolder();
    process.exitCode = (await fuzz(await buildAll(folder.path), options)) ? 0 : 1;
    folder.remove();
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(pc.red(error.message));
  process.exitCode = 2;
}

/** Whether every promise was kept. */
async function fuzz(built: Provided, options: FuzzOptions): Promise<boolean> {
  const { minutes, seed } = options;
  console.log(`seed ${pc.bold(String(seed))}, ${minutes} minutes`);
  const ends = Date.now() + minutes * 60_000;
  let count = 0;
  for (let round = 0; ; round++) {
    for (const [name, suite] of Object.entries(SUITES)) {
      const runs = await runSuite(built, name, suite, { ...options, seed: seed + round }, ends);
      if (runs === undefined) return false;
      count += runs;
    }
    if (options.path !== undefined || Date.now() >= ends) break;
  }
  console.log(pc.green(`${count} cases, no promise broken (seed ${seed})`));
  return true;
}

/** The number of cases that held, or `undefined` where one did not. */
async function runSuite(
  built: Provided,
  name: string,
  { setup, properties }: Suite,
  options: FuzzOptions,
  ends: number,
): Promise<number | undefined> {
  const chosen = properties.filter((property) => `${name}, ${property.name}`.includes(options.only));
  if (chosen.length === 0) return 0;
  const world = await startWorld(built, setup);
  let count = 0;
  try {
    for (const property of chosen) {
      if (Date.now() >= ends) break;
      const { runs, violation } = await run(property, world, { seed: options.seed, runs: RUNS, path: options.path });
      if (violation !== undefined) {
        console.log(pc.red(`\n${name}, ${violation}`));
        return undefined;
      }
      count += runs;
      console.log(pc.dim(`seed ${options.seed}  ${name}, ${property.name}: ${runs} cases held`));
    }
  } finally {
    await world.close();
  }
  return count;
}
