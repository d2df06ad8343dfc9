/** The package as somebody else has it: packed from here, and installed in an empty folder, without a network. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../../../dev/leftovers.ts";
import { ROOT } from "../../support/repository.ts";
import { type Ran, startProgram } from "./process.ts";

export interface Installed {
  /** Where it is installed: `node_modules/messageweave-lb` is in it. */
  readonly path: string;
  /** The files of the tarball, less the folder that they all are in, in order. */
  readonly files: readonly string[];
  /** Runs a program there. */
  readonly run: (program: string, ...words: string[]) => Promise<Ran>;
  readonly write: (name: string, text: string) => void;
  readonly remove: () => void;
}

/** `npm pack`, which builds into `dist/`, then `npm install` of what came of it. */
export async function install(): Promise<Installed> {
  const folder = temporaryFolder();
  const path = join(folder.path, "empty");
  mkdirSync(path);
  // An npm that knows neither this user's settings nor what this user has fetched before.
  const env = { HOME: folder.path, npm_config_cache: join(folder.path, "cache"), npm_config_update_notifier: "false", NO_COLOR: "1" };
  const succeed = async (cwd: string, program: string, ...words: string[]): Promise<string> => {
    const { code, out, err } = await startProgram(program, words, { cwd, env, timeout: 50_000 }).ended;
    expect(code, `${program} ${words.join(" ")}\n${out}${err}`).toBe(0);
    return out;
  };
  await succeed(ROOT, "npm", "pack", "--offline", "--silent", "--pack-destination", folder.path);
  const [tarball = "none"] = readdirSync(folder.path).filter((name) => name.endsWith(".tgz"));
  const listed = (await succeed(folder.path, "tar", "-tzf", tarball)).trim().split("\n");
  await succeed(path, "npm", "install", "--offline", "--no-audit", "--no-fund", join("..", tarball));
  return {
    path,
    files: listed.map((name) => name.replace(/^package\//, "")).toSorted(),
    run: (program, ...words) => startProgram(program, words, { cwd: path, env, timeout: 50_000 }).ended,
    write: (name, text) => writeFileSync(join(path, name), text),
    remove: folder.remove,
  };
}
