// The Worker, bundled by the tool that deploys it: what the demonstration runs is what Cloudflare gets.
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithProcess } from "./leftovers.ts";

const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Bundles the Worker of a wrangler configuration into `outDir` and returns the path of the JavaScript file. */
export async function buildWorker(outDir: string, config = "wrangler.toml"): Promise<string> {
  const wrangler = await wranglerScript();
  const args = [wrangler, "deploy", "--dry-run", "--outdir", outDir, "--config", resolve(PROJECT, config)];
  const { code, output } = await run(args, {
    ...process.env,
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: join(outDir, "logs"),
    NO_COLOR: "1",
    CI: "1",
  });
  if (code !== 0) throw new Error(`the Worker could not be built; wrangler says:\n${output.trim()}`);
  const built = (await readdir(outDir)).filter((name) => name.endsWith(".js"));
  const [file] = built;
  if (file === undefined || built.length > 1) throw new Error(`expected one built .js file in ${outDir}, found ${built.length}`);
  return join(outDir, file);
}

/** wrangler's own entry, run by this Node itself: no shell, and the same on every platform. */
async function wranglerScript(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve("wrangler/package.json");
  const { bin } = JSON.parse(await readFile(manifest, "utf8")) as { bin: { wrangler: string } };
  return join(dirname(manifest), bin.wrangler);
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: PROJECT, env, stdio: ["ignore", "pipe", "pipe"] });
    endWithProcess(child, "SIGTERM");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => {
        output += data.toString();
      });
    }
    child.once("error", fail);
    child.once("close", (code) => done({ code, output }));
  });
}
