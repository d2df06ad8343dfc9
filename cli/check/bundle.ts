/** The bundle as it would be uploaded: whether wrangler can make it, and its size. */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import type { Finding } from "../findings.ts";
import type { Io } from "../io.ts";
import { temporaryFolder } from "../leftovers.ts";
import { progressOn } from "../terminal/progress.ts";
import { type Bundled, bundle, wranglerFrom } from "../wrangler.ts";
import { bundleFailed, bundleLate, bundleUnmeasured, sizeFindings } from "./bundle-findings.ts";
import { settingPlace } from "./place.ts";
import type { Checked } from "./rule.ts";

/** What wrangler is given to bundle, in milliseconds; it takes about one second. */
const WAIT_MS = 60_000;

/** Runs wrangler's dry run in a folder that is gone afterwards; Ctrl-C ends both, and the process. */
export async function bundleFindings(checked: Checked, io: Io): Promise<readonly Finding[]> {
  const folder = dirname(checked.path);
  const wrangler = await wranglerFrom([folder, io.cwd]);
  if (wrangler === undefined) return [bundleUnmeasured(checked)];
  const progress = progressOn(io.err);
  progress.say("bundling with wrangler ...");
  try {
    const made = await bounded((outDir, signal) =>
      bundle({ wrangler, config: checked.path, environment: checked.environment, outDir, cwd: folder, env: io.env, signal }),
    );
    return made.kind === "size"
      ? sizeFindings(made.bytes, settingPlace(checked, "main"))
      : [made.kind === "late" ? bundleLate(checked) : bundleFailed(checked)];
  } finally {
    progress.clear();
  }
}

type Made = { readonly kind: "size"; readonly bytes: number } | { readonly kind: "failed" | "late" };

async function bounded(make: (outDir: string, signal: AbortSignal) => Promise<Bundled>): Promise<Made> {
  const controller = new AbortController();
  const { path, remove } = temporaryFolder();
  const interrupted: NodeJS.Signals[] = [];
  const interrupt = (signal: NodeJS.Signals): void => {
    interrupted.push(signal);
    controller.abort();
  };
  const timer = setTimeout(() => controller.abort(), WAIT_MS);
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    const made = await make(path, controller.signal);
    if (controller.signal.aborted) return { kind: "late" };
    return made.kind === "failed" ? { kind: "failed" } : { kind: "size", bytes: await gzipped(made.files) };
  } finally {
    clearTimeout(timer);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    remove();
    const [signal] = interrupted;
    // As if nothing had been in between: the shell is told by which signal it ended.
    if (signal !== undefined) process.kill(process.pid, signal);
  }
}

async function gzipped(files: readonly string[]): Promise<number> {
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return contents.reduce((sum, content) => sum + gzipSync(content).length, 0);
}
