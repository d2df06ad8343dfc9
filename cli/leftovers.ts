/** What must not outlive this process, however it ends: folders and child processes. */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new empty folder for temporary files, and how to remove it; it goes at the latest when this process exits. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "messageweave-lb-"));
  const remove = () => {
    process.off("exit", remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return { path, remove };
}

/** Sees to it that this child ends when this process exits: by SIGTERM if it has to tidy up after itself. */
export function endWithProcess(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): void {
  const kill = () => child.kill(signal);
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}
