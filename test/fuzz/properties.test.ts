/** A short look with a fixed seed at what `npm run fuzz` looks at for as long as one likes. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import "../e2e/support/provided.ts";
import { SUITES } from "./properties/all.ts";
import { run } from "./support/runner.ts";
import { startWorld, type World } from "./support/world.ts";

const SEED = 20_261_202;
const RUNS = 30;

process.once("SIGTERM", () => process.exit(143));

describe.each(Object.entries(SUITES))("%s", (_, { setup, properties }) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(inject("built"), setup);
  });
  afterAll(() => world.close());

  test.each(properties)("$name", async (property) => {
    expect((await run(property, world, { seed: SEED, runs: RUNS })).violation).toBeUndefined();
  });
});
