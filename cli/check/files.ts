/** The files round a configuration: the entry that it names, and a configuration that wrangler would read in its place. */
import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { fileNameOf } from "../configuration/load.ts";
import type { Finding } from "../findings.ts";
import { settingPlace } from "./place.ts";
import type { Checked } from "./rule.ts";

/** Looks at the disk, and at nothing else. */
export async function fileFindings(checked: Checked): Promise<readonly Finding[]> {
  return [...(await mainMissing(checked)), ...(await configShadowed(checked))];
}

async function mainMissing(checked: Checked): Promise<readonly Finding[]> {
  const { worker, path, file } = checked;
  if (worker.main !== undefined && (await isFile(resolve(dirname(path), worker.main)))) return [];
  // A build of the file's own may be what writes it.
  if (worker.main !== undefined && (worker.table["build"] ?? file["build"]) !== undefined) return [];
  return [
    {
      severity: "error",
      code: "main-missing",
      where: settingPlace(checked, "main"),
      found:
        worker.main === undefined
          ? `it is ${(worker.table["main"] ?? file["main"]) === undefined ? "not set" : "no text"}, so there is nothing to deploy`
          : `there is no file of this name beside ${fileNameOf(checked)}`,
      advice: await entryAdvice(checked),
    },
  ];
}

/** The entry as it is installed or checked out here; where it is neither, how to come by it. */
async function entryAdvice({ path, deployment }: Checked): Promise<string> {
  const [checkout = "", packed = ""] = deployment.entries;
  const installed = `node_modules/${manifest.name}/${packed}`;
  const folder = dirname(path);
  const there = await firstFile(foldersUp(folder).flatMap((above) => [installed, checkout].map((entry) => join(above, entry))));
  return there === undefined
    ? `run  npm install --save-dev PATH/${manifest.name}-${manifest.version}.tgz  in this folder (npm pack in a checkout makes that file), and write  main = "${installed}"  above [vars]`
    : `write  main = "${relative(folder, there).replaceAll("\\", "/")}"  above [vars]`;
}

/** wrangler looks for JSON first, in this folder and in those above it. */
async function configShadowed(checked: Checked): Promise<readonly Finding[]> {
  if (fileNameOf(checked) !== "wrangler.toml") return [];
  const other = await firstFile(
    ["wrangler.json", "wrangler.jsonc"].flatMap((name) => foldersUp(dirname(checked.path)).map((folder) => join(folder, name))),
  );
  if (other === undefined) return [];
  const shown = relative(dirname(checked.path), other).replaceAll("\\", "/");
  return [
    {
      severity: "warning",
      code: "config-shadowed",
      where: checked.label,
      found: `there is ${shown} too, and wrangler reads that one unless it is told otherwise`,
      advice: `remove one of the two, or deploy with  npx wrangler deploy --config ${checked.label}`,
    },
  ];
}

function foldersUp(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}

async function firstFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await isFile(path)) return path;
  return undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
