// The command line as one file, so that installing the package installs nothing else.
import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const PROJECT = resolve(import.meta.dirname, "..");

/** Some of what is bundled was written for `require`, of which an ES module knows nothing by itself. */
const REQUIRE = `import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);`;

/** Bundles `cli/main.ts` with all that it imports into `outfile`, fit to be run. */
export async function buildCommand(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(PROJECT, "cli/main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    // A stack with --debug is to be read.
    keepNames: true,
    legalComments: "none",
    banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
    logLevel: "silent",
  });
  await chmod(outfile, 0o755);
}
