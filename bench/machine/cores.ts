/** The proxy on one core, load and origins on another, so that neither takes the other's time. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { parseCpuList } from "./stat.ts";
import { processTree } from "./usage.ts";

const run = promisify(execFile);

export interface Cores {
  /** One line for the tables. */
  readonly description: string;
  /** Starts a proxy: its threads are on its core from their first moment on. */
  readonly asProxy: <Started extends { readonly pid: number }>(start: () => Promise<Started>) => Promise<Started>;
}

/** Puts this process, and with it all that it starts, on the core of the load; without taskset or a second core it only says so. */
export async function divideCores(): Promise<Cores> {
  const refusal = pinningMissing();
  if (refusal !== undefined) return { description: `not pinned: ${refusal}`, asProxy: (start) => start() };
  const [proxy = 0, others = 1] = allowedCores();
  const self = String(process.pid);
  await run("taskset", ["-acp", String(others), self]);
  return {
    description: `proxy on core ${proxy}, load and origins on core ${others}`,
    asProxy: async (start) => {
      // A child takes over the core of the thread that makes it, which is this one.
      await run("taskset", ["-cp", String(proxy), self]);
      try {
        const started = await start();
        await Promise.all(processTree(started.pid).map(({ pid }) => run("taskset", ["-acp", String(proxy), String(pid)])));
        return started;
      } finally {
        await run("taskset", ["-cp", String(others), self]);
      }
    },
  };
}

function pinningMissing(): string | undefined {
  if (spawnSync("taskset", ["--version"]).error !== undefined) return "taskset is not installed (Debian: util-linux)";
  return allowedCores().length < 2 ? "there is one core only" : undefined;
}

function allowedCores(): readonly number[] {
  return parseCpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "");
}
