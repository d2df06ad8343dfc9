// What is bundled into the command was written by others, whose licences ask that their text goes with it.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** A package of which something is in the bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As its manifest has it: an SPDX expression. */
  readonly licence: string | undefined;
  /** The text of its licence file, and of its NOTICE where there is one. */
  readonly text: string | undefined;
}

/** Licences that a bundle may hold on the condition that their text goes with it. */
const ALLOWED: ReadonlySet<string> = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"]);

const HEAD = `The file messageweave-lb.js beside this one holds code of the packages below, each under its own licence.
`;

/** The folders of the packages that gave at least a byte to the bundle, as paths from the root of the project, in order. */
export function bundledFolders({ outputs }: Pick<Metafile, "outputs">): readonly string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? (folderOf(path) ?? []) : []));
  return [...new Set(folders)].toSorted();
}

/** Up to the name behind the innermost `node_modules`, scope included. */
const folderOf = (path: string): string | undefined => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];

/** Reads what a package's folder says of its licence. */
export async function readPackage(folder: string): Promise<BundledPackage> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const files = (await readdir(folder)).filter((name) => /^(?:licen[cs]e|copying|notice)\b/i.test(name)).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const hasLicence = files.some((name) => !/^notice/i.test(name));
  return {
    name: String(manifest["name"]),
    version: String(manifest["version"]),
    licence: typeof manifest["license"] === "string" ? manifest["license"] : undefined,
    text: hasLicence ? texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n") : undefined,
  };
}

/** The file that is shipped beside the bundle. Throws for a package whose licence is another, or whose text is missing. */
export function licencesText(packages: readonly BundledPackage[]): string {
  const sections = packages.map(({ name, version, licence, text }) => {
    if (licence === undefined || !ALLOWED.has(licence)) {
      throw new Error(`${name} ${version} is under ${licence ?? "no licence that its manifest names"}: may it be bundled and shipped?`);
    }
    if (!text) throw new Error(`${name} ${version} has no file with the text of its licence (${licence}), which must be shipped with it`);
    return `${name} ${version} (${licence})\n\n${text}\n`;
  });
  return [HEAD, ...sections.toSorted()].join(`\n${"-".repeat(80)}\n\n`);
}
