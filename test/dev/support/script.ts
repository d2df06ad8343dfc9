// `npm start` as a child process, with a temporary folder of their own to look through afterwards.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../../../dev/leftovers.ts";
import { VARIABLES } from "../../../src/primary-replica/settings.ts";

const PROJECT = resolve(import.meta.dirname, "../../..");

export interface Script {
  readonly child: ChildProcess;
  output(): string;
  /** Resolves when the output holds this; rejects when the script ends before, or takes too long. */
  said(what: string, ms?: number): Promise<void>;
  /** The exit code, once it has ended. */
  ended(): Promise<number | null>;
  /** Files of the gateway's in its temporary folder. */
  leftFiles(): string[];
  /** Ends it if it still runs, and removes its temporary folder. */
  clear(): Promise<void>;
}

/** Starts `npm start -- <args>` as the package's script does, without a terminal. */
export function startScript(args: readonly string[], env: Readonly<Record<string, string>>): Script {
  const folder = temporaryFolder();
  const temporary = join(folder.path, "tmp");
  mkdirSync(temporary);
  const child = spawn(process.execPath, ["--import", "tsx", join("dev", "start.ts"), ...args], {
    cwd: PROJECT,
    env: { ...cleanEnvironment(), TMPDIR: temporary, TEMP: temporary, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data: Buffer) => {
      output += data.toString();
    });
  }
  const closed = once(child, "close");
  return {
    child,
    output: () => output,
    said: async (what, ms = 30_000) => {
      for (const end = Date.now() + ms; !output.includes(what); ) {
        if (child.exitCode !== null || Date.now() > end) throw new Error(`not said: ${what}\n${output}`);
        await new Promise((wake) => setTimeout(wake, 25));
      }
    },
    ended: async () => {
      await closed;
      return child.exitCode;
    },
    leftFiles: () => readdirSync(temporary).filter((file) => file.startsWith("messageweave-lb")),
    clear: async () => {
      child.kill("SIGTERM");
      await closed;
      folder.remove();
    },
  };
}

/** This process's environment without what the scripts read. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const read = /^(LB_.*|PORT|PLAIN_PORT|BACKEND_ORIGINS_JSON|NODE_EXTRA_CA_CERTS|FORCE_COLOR|npm_lifecycle_event)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !read.test(name) && !VARIABLES.includes(name)));
}

/** The ids of a process's children, where /proc says so; elsewhere none. */
export async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return list.split(" ").filter(Boolean).map(Number);
}

/** Whether a process still runs: one that has ended and was not collected (state Z) does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "State:\tZ");
  return !/^State:\s+Z/m.test(status);
}
