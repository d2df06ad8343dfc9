/** A program as a process. */
import { type ChildProcess, spawn } from "node:child_process";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** What was said so far. */
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<Ran>;
}

export interface Surroundings {
  readonly cwd: string;
  /** Besides PATH, all that it has of an environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** It is killed after this long at the latest, in milliseconds. */
  readonly timeout: number;
}

/** Starts it. `npm` and `npx` are scripts of a shell on Windows. */
export function startProgram(program: string, words: readonly string[], { cwd, env = {}, timeout }: Surroundings): Running {
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && program !== process.execPath,
    timeout,
    killSignal: "SIGKILL",
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => {
    said.out += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    said.err += data.toString();
  });
  const ended = new Promise<Ran>((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, ...said }));
  });
  return { child, out: () => said.out, err: () => said.err, ended };
}
