/** A program as a process, to its end. */
import { spawn } from "node:child_process";
import type { Ran } from "./command.ts";

/** With no variable of this process but PATH; it is killed after 50 s at the latest. `npm` and `npx` are scripts of a shell on Windows. */
export function runProgram(
  program: string,
  words: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    timeout: 50_000,
    killSignal: "SIGKILL",
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => {
    said.out += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    said.err += data.toString();
  });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, ...said }));
  });
}
