/** The built command as a process of its own, in a folder of its own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import type { Finding } from "../../../cli/findings.ts";
import { temporaryFolder } from "../../../dev/leftovers.ts";
import { type Ran, type Running, startProgram } from "./process.ts";
import "./provided.ts";

export type { Ran, Running };

export interface Surroundings {
  /** Where it runs; this folder holds nothing of ours if it is not given. */
  readonly cwd?: string;
  /** Over an environment that holds next to nothing. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts it; it is killed after 20 s at the latest. */
export const start = (words: readonly string[], { cwd = "/", env = {} }: Surroundings = {}): Running =>
  startProgram(process.execPath, [inject("command"), ...words], { cwd, env, timeout: 20_000 });

/** Runs it to its end. */
export const run = (words: readonly string[], surroundings?: Surroundings): Promise<Ran> => start(words, surroundings).ended;

/** The findings of `check --json`. */
export const findingsIn = ({ out }: Ran): readonly Finding[] => JSON.parse(out) as readonly Finding[];

/** A new folder with these files in it, by name. */
export function folderWith(files: Readonly<Record<string, string>>): { readonly path: string; readonly remove: () => void } {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  }
  return folder;
}
