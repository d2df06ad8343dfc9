/** Bundling a Worker with wrangler, the tool that deploys it: nothing else makes the same bundle. */
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { endWithProcess } from "./leftovers.ts";

export interface BundleOptions {
  /** wrangler's own entry, from `wranglerFrom`. */
  readonly wrangler: string;
  /** The absolute path of the configuration. */
  readonly config: string;
  readonly environment?: string | undefined;
  /** An empty folder for the bundle, and for wrangler's log. */
  readonly outDir: string;
  /** Where wrangler runs. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends it before it is done. */
  readonly signal?: AbortSignal;
}

export type Bundled =
  | { readonly kind: "bundled"; readonly files: readonly string[] }
  /** What wrangler said; it may quote the code. */
  | { readonly kind: "failed"; readonly output: string };

/** wrangler as the first of these folders has it installed; `undefined` where none has. */
export async function wranglerFrom(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const manifest = manifestFrom(folder);
    if (manifest === undefined) continue;
    const { bin } = JSON.parse(await readFile(manifest, "utf8")) as { readonly bin: { readonly wrangler: string } };
    return join(dirname(manifest), bin.wrangler);
  }
  return undefined;
}

function manifestFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "package.json")).resolve("wrangler/package.json");
  } catch {
    return undefined;
  }
}

/** A dry run of the deployment. Resolves with the paths of what would be uploaded. */
export async function bundle({ wrangler, config, environment, outDir, cwd, env, signal }: BundleOptions): Promise<Bundled> {
  const args = [wrangler, "deploy", "--dry-run", "--outdir", outDir, "--config", config];
  if (environment !== undefined) args.push("--env", environment);
  const { code, output } = await run(args, {
    cwd,
    env: {
      ...env,
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_LOG_PATH: join(outDir, "logs"),
      NO_COLOR: "1",
      CI: "1",
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (code !== 0) return { kind: "failed", output };
  const there = await readdir(outDir, { withFileTypes: true });
  const uploaded = there.filter((entry) => entry.isFile() && !/\.map$|^README\.md$/.test(entry.name));
  return { kind: "bundled", files: uploaded.map(({ name }) => join(outDir, name)) };
}

interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** wrangler run by this Node itself: no shell, and the same on every platform. */
function run(args: readonly string[], { cwd, env, signal }: Surroundings): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    endWithProcess(child, "SIGTERM");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => {
        output += data.toString();
      });
    }
    const finish = (code: number | null): void => {
      signal?.removeEventListener("abort", end);
      done({ code, output });
    };
    const end = (): void => {
      // What a custom build of the configuration has started may hold the streams open for longer.
      child.once("exit", finish);
      child.kill("SIGTERM");
    };
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    child.once("error", fail);
    child.once("close", finish);
  });
}
