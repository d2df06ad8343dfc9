// What is shipped besides texts: the command in `cli/`, and the three Workers, as they are deployed, in `workers/`.
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildWorker } from "../build.ts";
import { buildCommand } from "../build-command.ts";
import { temporaryFolder } from "../leftovers.ts";
import { bundledFolders, licencesText, readPackage } from "./licences.ts";

const PROJECT = resolve(import.meta.dirname, "../..");

/** The Workers by their names in the package. */
const WORKERS: Readonly<Record<string, string>> = {
  messageweave: "wrangler.toml",
  "messageweave-v1": "deployments/messageweave-v1/wrangler.toml",
  "primary-replica": "deployments/primary-replica/wrangler.toml",
};

/** Builds `cli/` and `workers/` below `out`. What stood there is gone afterwards; if the build fails, it stays. */
export async function buildPackage(out: string): Promise<void> {
  const folder = temporaryFolder();
  try {
    const [cli, workers] = [join(folder.path, "cli"), join(folder.path, "workers")];
    await Promise.all([cli, workers].map((path) => mkdir(path)));
    await Promise.all([
      command(cli),
      ...Object.entries(WORKERS).map(([name, config]) => worker(name, config, workers, join(folder.path, "built", name))),
    ]);
    for (const path of [cli, workers]) {
      const target = join(out, path === cli ? "cli" : "workers");
      await rm(target, { recursive: true, force: true });
      await cp(path, target, { recursive: true });
    }
  } finally {
    folder.remove();
  }
}

async function command(folder: string): Promise<void> {
  const metafile = await buildCommand(join(folder, "messageweave-lb.js"));
  const packages = await Promise.all(bundledFolders(metafile).map((path) => readPackage(resolve(PROJECT, path))));
  await writeFile(join(folder, "THIRD-PARTY-LICENSES.txt"), licencesText(packages));
}

async function worker(name: string, config: string, folder: string, temporary: string): Promise<void> {
  const script = await readFile(await buildWorker(temporary, config), "utf8");
  // Its map is not shipped: the sources that it would show are not either.
  await writeFile(join(folder, `${name}.js`), script.replace(/^\/\/# sourceMappingURL=.*\n?/m, ""));
  await copyFile(join(import.meta.dirname, "worker.d.ts"), join(folder, `${name}.d.ts`));
}
