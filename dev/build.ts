// The Worker, bundled by the tool that deploys it: what the demonstration runs is what Cloudflare gets.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, wranglerFrom } from "../cli/wrangler.ts";

const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Bundles the Worker of a wrangler configuration into `outDir` and returns the path of the JavaScript file. */
export async function buildWorker(outDir: string, config = "wrangler.toml"): Promise<string> {
  const wrangler = await wranglerFrom([PROJECT]);
  if (wrangler === undefined) throw new Error("wrangler is not installed: run npm ci");
  const bundled = await bundle({ wrangler, config: resolve(PROJECT, config), outDir, cwd: PROJECT, env: process.env });
  if (bundled.kind === "failed") throw new Error(`the Worker could not be built; wrangler says:\n${bundled.output.trim()}`);
  const built = bundled.files.filter((name) => name.endsWith(".js"));
  const [file] = built;
  if (file === undefined || built.length > 1) throw new Error(`expected one built .js file in ${outDir}, found ${built.length}`);
  return file;
}
