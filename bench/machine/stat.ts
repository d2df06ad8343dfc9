/** Text of `/proc` → numbers. See proc(5). */

/** One process, of `/proc/PID/stat`. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of its threads, those that have ended included, in clock ticks. */
  readonly ticks: number;
}

/** `undefined` where the text is none of a process. The name in it may hold blanks and brackets. */
export function parseStat(text: string): ProcessStat | undefined {
  const [, pid, rest] = /^(\d+) \(.*\) (.+)$/s.exec(text) ?? [];
  if (pid === undefined || rest === undefined) return undefined;
  const fields = rest.split(" ");
  return { pid: Number(pid), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** A process and all below it; empty where it is not among them. */
export function tree(root: number, processes: readonly ProcessStat[]): readonly ProcessStat[] {
  const found = processes.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...processes.filter(({ parent }) => parent === pid));
  return found;
}

/** A line of `/proc/PID/status` in kB, such as `VmHWM`, in bytes; 0 where it has none. */
export function statusBytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0) * 1_024;
}

/** Nanoseconds on a core, of `/proc/PID/task/TID/schedstat`; `undefined` where the kernel counts none. */
export function parseSchedstat(text: string): number | undefined {
  const [first] = /^\d+(?= )/.exec(text) ?? [];
  return first === undefined ? undefined : Number(first);
}

/** `0-2,5` → 0, 1, 2, 5. */
export function parseCpuList(text: string): readonly number[] {
  return text.split(",").flatMap((part) => {
    const [from = "", to = from] = part.trim().split("-");
    return from === "" ? [] : Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
  });
}
