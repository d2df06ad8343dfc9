// The command line as one file, so that installing the package installs nothing else.
import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import manifest from "../package.json" with { type: "json" };

const PROJECT = resolve(import.meta.dirname, "..");

/** Some of what is bundled was written for `require`, of which an ES module knows nothing by itself. */
const REQUIRE = `import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);`;

/** Of the manifest, the command says its name and version; the tools of this project are nobody else's business. */
const MANIFEST: Plugin = {
  name: "manifest",
  setup: ({ onLoad }) => {
    onLoad({ filter: /package\.json$/ }, ({ path }) =>
      path === join(PROJECT, "package.json")
        ? { loader: "json", contents: JSON.stringify({ name: manifest.name, version: manifest.version }) }
        : undefined,
    );
  },
};

/** Bundles `cli/main.ts` with all that it imports into `outfile`, fit to be run. Resolves with what went into it, paths from the root of the project. */
export async function buildCommand(outfile: string): Promise<Metafile> {
  const { metafile } = await build({
    // Paths in the bundle begin here, wherever it is built from.
    absWorkingDir: PROJECT,
    entryPoints: ["cli/main.ts"],
    outfile,
    bundle: true,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    // A stack with --debug is to be read.
    keepNames: true,
    legalComments: "none",
    banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
    plugins: [MANIFEST],
    logLevel: "silent",
  });
  await chmod(outfile, 0o755);
  return metafile;
}
