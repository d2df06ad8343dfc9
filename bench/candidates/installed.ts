/** Which of the programs that are measured beside the Workers are on this machine. */
import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export interface Peer {
  /** As its makers write it. */
  readonly title: string;
  readonly binary: string;
  readonly versionArgs: readonly string[];
  /** How to run it in the foreground on this configuration. */
  readonly args: (configuration: string) => readonly string[];
}

/** Debian puts daemons where the PATH of a usual user does not look. */
const FOLDERS = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** Its version as it says it, or why there is none. */
export async function versionOf(proxy: Peer): Promise<string> {
  const path = pathOf(proxy);
  if (path === undefined) return "not installed";
  const said = await new Promise<string>((done) => {
    execFile(path, proxy.versionArgs, (_, stdout, stderr) => done(`${stdout}\n${stderr}`));
  });
  return /\d+\.\d+[^\s,]*/.exec(said)?.[0] ?? "unknown";
}

/** What to do about it where it is not there; `undefined`: it is. */
export function missing(proxy: Peer): string | undefined {
  return pathOf(proxy) === undefined ? `${proxy.title} is not installed (apt-get install ${proxy.binary})` : undefined;
}

/** Its binary; `undefined`: there is none. */
export function pathOf({ binary }: Peer): string | undefined {
  return FOLDERS.map((folder) => join(folder, binary)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
