/** How large each built Worker is: what is uploaded, and what a cold isolate has to read. */
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { BUNDLES, type BundleName, bundle as pathOf } from "../candidates/bundles.ts";
import type { Scenario } from "../scenario.ts";

export const bundle: Scenario = {
  name: "bundle",
  missing: () => undefined,
  estimate: () => 0,
  run: async ({ step }) => {
    step("bundle: sizes");
    const sizes = await Promise.all(
      (Object.keys(BUNDLES) as BundleName[]).map(async (name) => {
        const built = await readFile(await pathOf(name));
        return { name, bytes: built.byteLength, gzippedBytes: gzipSync(built, { level: 9 }).byteLength };
      }),
    );
    return {
      tables: [
        {
          title: "Bundle: size of the built Worker",
          head: ["Worker", "bytes", "gzipped"],
          rows: sizes.map(({ name, bytes, gzippedBytes }) => [name, String(bytes), String(gzippedBytes)]),
          notes: ["All are built by wrangler with the same settings, minified."],
        },
      ],
      data: sizes,
    };
  },
};
