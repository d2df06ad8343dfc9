/** What nginx, HAProxy and Caddy have in common here: a written configuration, and a child process in the foreground. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { endWithProcess, temporaryFolder } from "../../dev/leftovers.ts";
import { freePort } from "../../dev/ports.ts";
import type { Candidate, RunningCandidate, Setup } from "./candidate.ts";
import { missing, type Peer, pathOf } from "./installed.ts";

/** What a configuration is written from. */
export interface Plan {
  /** To listen at, on 127.0.0.1. */
  readonly port: number;
  /** Ports of the origins, on 127.0.0.1; their certificate is one of `localhost`. */
  readonly origins: readonly number[];
  /** File of the authority to trust. */
  readonly ca: string;
  /** Folder for whatever it writes. */
  readonly folder: string;
  /** The limit of each wait for an origin, in milliseconds. */
  readonly timeoutMs: number;
}

const START_TIMEOUT_MS = 15_000;

/** Somebody else may take a port between its choice and its use. */
const TRIES = 3;

/** A candidate of this proxy: `configuration` gives the text that it is started with. */
export function proxyCandidate(proxy: Peer, name: string, setup: string, configuration: (plan: Plan) => string): Candidate {
  return {
    name,
    setup,
    missing: () => missing(proxy),
    start: async (options) => {
      for (let left = TRIES; ; left--) {
        try {
          return await start(proxy, configuration, options);
        } catch (error) {
          if (left === 1) throw error;
        }
      }
    },
  };
}

async function start(proxy: Peer, configuration: (plan: Plan) => string, options: Setup): Promise<RunningCandidate> {
  const path = pathOf(proxy);
  if (path === undefined) throw new Error(missing(proxy));
  const folder = temporaryFolder();
  const ca = join(folder.path, "ca.pem");
  const file = join(folder.path, "configuration");
  const port = await freePort();
  const origins = options.origins.map((url) => Number(new URL(url).port));
  await writeFile(ca, options.certificates.ca);
  await writeFile(file, configuration({ port, origins, ca, folder: folder.path, timeoutMs: options.timeoutMs }));
  const child = spawn(path, proxy.args(file), { cwd: folder.path, env: environment(folder.path), stdio: ["ignore", "pipe", "pipe"] });
  endWithProcess(child, "SIGTERM");
  const stop = async (): Promise<void> => {
    await ended(child);
    folder.remove();
  };
  try {
    await answering(proxy, child, port);
    return { port, pid: child.pid ?? 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One thread for those who would start one for each core, and no file outside of the folder. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  GOMAXPROCS: "1",
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
});

/** Resolves once it takes connections; rejects with the last it said where it ends before. */
async function answering({ title }: Peer, child: ChildProcess, port: number): Promise<void> {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data: Buffer) => {
      said = `${said}${data.toString()}`.slice(-2_000);
    });
  }
  child.once("error", (error) => {
    said = error.message;
  });
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await takesConnections(port))) {
    if (isOver(child)) throw new Error(`${title} ended at its start: ${said.trim()}`);
    if (Date.now() > giveUpAt) throw new Error(`${title} did not listen within ${START_TIMEOUT_MS} ms: ${said.trim()}`);
    await wait(10);
  }
  if (isOver(child)) throw new Error(`${title} ended at its start: ${said.trim()}`);
}

const isOver = ({ pid, exitCode, signalCode }: ChildProcess): boolean => pid === undefined || exitCode !== null || signalCode !== null;

function takesConnections(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (isOver(child)) return;
  const exited = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  const impatient = setTimeout(() => child.kill("SIGKILL"), 2_000);
  await exited;
  clearTimeout(impatient);
}
