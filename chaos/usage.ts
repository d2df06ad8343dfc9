/** Memory and open files of a process, where the system tells (Linux). */
import { readdir, readFile } from "node:fs/promises";
import type { Usage } from "./record.ts";

/** `undefined` where there is no `/proc`. */
export async function usageOf(pid: number): Promise<Usage | undefined> {
  try {
    const [status, files] = await Promise.all([readFile(`/proc/${pid}/status`, "utf8"), readdir(`/proc/${pid}/fd`)]);
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return kib === undefined ? undefined : { rssBytes: Number(kib) * 1_024, files: files.length };
  } catch {
    return undefined;
  }
}
