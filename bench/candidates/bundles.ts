/** The Workers that are measured, each built once a run, by the tool that deploys them. */
import { join } from "node:path";
import { buildWorker } from "../../dev/build.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";

/** Name in the tables → the configuration that it is built from. */
export const BUNDLES = {
  bare: "bench/workers/bare.toml",
  floor: "bench/workers/floor.toml",
  article: "bench/workers/article.toml",
  gateway: "wrangler.toml",
  "primary-replica": "deployments/primary-replica/wrangler.toml",
} as const;

export type BundleName = keyof typeof BUNDLES;

const built = new Map<BundleName, Promise<string>>();

/** The path of the built module. It is built when it is first asked for, and gone when this process ends. */
export function bundle(name: BundleName): Promise<string> {
  const known = built.get(name) ?? buildWorker(join(temporaryFolder().path, name), BUNDLES[name]);
  built.set(name, known);
  return known;
}
