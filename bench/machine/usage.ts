/** What a process tree has used, read from `/proc`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type ProcessStat, parseSchedstat, parseStat, statusBytes, tree } from "./stat.ts";

/** `USER_HZ`, which Linux has fixed at this for programs on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Whether this system tells what its processes use. */
export const usageMissing = (): string | undefined => (existsSync("/proc/self/stat") ? undefined : "there is no /proc (Linux has it)");

/** Time on a core so far. */
export interface CpuReading {
  /** By thread, in nanoseconds. */
  readonly threads: ReadonlyMap<number, number>;
  /** Of the whole tree, in clock ticks: coarse, but ended threads are in it. */
  readonly ticks: number;
}

export function readCpu(root: number): CpuReading {
  const processes = processTree(root);
  const threads = new Map<number, number>();
  for (const { pid } of processes) {
    for (const thread of namesIn(`/proc/${pid}/task`)) {
      const time = parseSchedstat(textOf(`/proc/${pid}/task/${thread}/schedstat`));
      if (time !== undefined) threads.set(Number(thread), time);
    }
  }
  return { threads, ticks: processes.reduce((sum, { ticks }) => sum + ticks, 0) };
}

/** Milliseconds on a core between two readings. */
export function cpuMs(before: CpuReading, after: CpuReading): number {
  const exact = before.threads.size > 0 && [...before.threads.keys()].every((thread) => after.threads.has(thread));
  if (!exact) return ((after.ticks - before.ticks) / TICKS_PER_SECOND) * 1_000;
  const sum = (threads: ReadonlyMap<number, number>): number => [...threads.values()].reduce((total, time) => total + time, 0);
  return (sum(after.threads) - sum(before.threads)) / 1e6;
}

/** Resident memory now and at its highest since `resetPeak`, in bytes, each summed over the tree. */
export function readMemory(root: number): { readonly resident: number; readonly peak: number } {
  const texts = processTree(root).map(({ pid }) => textOf(`/proc/${pid}/status`));
  const sum = (name: string): number => texts.reduce((total, text) => total + statusBytes(text, name), 0);
  return { resident: sum("VmRSS"), peak: sum("VmHWM") };
}

/** Lets the peak of every process in the tree begin anew at what it has now. */
export function resetPeak(root: number): void {
  for (const { pid } of processTree(root)) writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** A process and all below it. */
export function processTree(root: number): readonly ProcessStat[] {
  const all = namesIn("/proc").filter((name) => /^\d+$/.test(name));
  return tree(
    root,
    all.map((pid) => parseStat(textOf(`/proc/${pid}/stat`))).filter((stat) => stat !== undefined),
  );
}

/** Processes and threads end while they are looked at: then there is nothing to read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
