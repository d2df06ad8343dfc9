// The real runtime as a child process: one built Worker behind a plain socket and a TLS socket.
import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { configuration } from "./capnp.ts";
import type { Certificates } from "./certificates.ts";
import { listening } from "./control.ts";
import { eventOf } from "./event.ts";
import { endWithProcess, temporaryFolder } from "./leftovers.ts";
import { PortUnavailable } from "./ports.ts";

export interface WorkerOptions {
  /** Path of the built Worker: one JavaScript module. */
  readonly bundle: string;
  /** The TLS socket's certificate, and the authority that origins are checked against. */
  readonly certificates: Certificates;
  /** Text bindings. */
  readonly env?: Readonly<Record<string, string>>;
  /** JSON bindings, as the platform makes of an array or object in `[vars]`. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** 0 or absent: a free one. */
  readonly plainPort?: number;
  /** 0 or absent: a free one. */
  readonly securePort?: number;
  /** The header from which the plain socket takes a request's scheme, as load generators need it; absent: it is `http`. */
  readonly schemeHeader?: string;
  /** Source of a module that is put in front of the Worker and reaches it through `env.LB`. */
  readonly observer?: string;
  /** Called with each line that the runtime or a Worker writes. */
  readonly onLine?: (line: string) => void;
  /** Whether publicly known authorities are trusted as well; they are unless this is false. */
  readonly trustPublic?: boolean;
  /** More authorities to trust, each one PEM certificate. */
  readonly trusted?: readonly string[];
}

export interface RunningWorker {
  readonly plainPort: number;
  readonly securePort: number;
  readonly pid: number;
  /** Settles when the runtime has ended, by itself or not. */
  readonly exited: Promise<void>;
  /** What was written so far (the last 4 MB of it). */
  log(): string;
  /** The JSON objects among the lines of the log. */
  events(): Record<string, unknown>[];
  stop(): Promise<void>;
}

const LOG_LIMIT = 4_000_000;

/**
 * Starts workerd and resolves once both sockets listen. Rejects with PortUnavailable if a port is taken, else with what
 * workerd said. Its files are gone as soon as it listens, the process with `stop()` or when this process exits.
 */
export async function startWorkerd(options: WorkerOptions): Promise<RunningWorker> {
  const binary = workerdPath();
  const folder = temporaryFolder();
  let child: ChildProcess | undefined;
  try {
    await writeFiles(folder.path, options);
    const args = ["serve", "--verbose", "--control-fd=3", join(folder.path, "config.capnp")];
    child = spawn(binary, args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
    endWithProcess(child, "SIGKILL");
    return await running(child, options.onLine);
  } catch (error) {
    child?.kill("SIGKILL");
    throw error;
  } finally {
    folder.remove();
  }
}

async function running(child: ChildProcess, onLine: WorkerOptions["onLine"]): Promise<RunningWorker> {
  const [, stdout, stderr, control] = child.stdio as unknown as [null, Readable, Readable, Readable];
  let log = "";
  for (const stream of [stdout, stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      log = `${log}${line}\n`.slice(-LOG_LIMIT);
      onLine?.(line);
    });
  }
  // "close" comes after the last output, so what workerd said before it ended is complete.
  const exited = new Promise<void>((done) => child.once("close", () => done()).once("error", () => done()));
  const ports = await listening(control, exited).catch((error: Error) => {
    throw startFailure(error.message, log);
  });
  return {
    ...ports,
    pid: child.pid ?? 0,
    exited,
    log: () => log,
    events: () =>
      log
        .split("\n")
        .map(eventOf)
        .filter((event) => event !== undefined),
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function startFailure(message: string, log: string): Error {
  const taken = /(Address already in use|Permission denied).*?:(\d+)\s*$/m.exec(log);
  if (taken) return new PortUnavailable(Number(taken[2]), taken[1] === "Permission denied" ? "not permitted" : "in use");
  return new Error(`${message}:\n${log}`);
}

async function writeFiles(folder: string, options: WorkerOptions): Promise<void> {
  await copyFile(options.bundle, join(folder, "worker.js"));
  if (options.observer !== undefined) await writeFile(join(folder, "observer.js"), options.observer);
  const config = configuration({
    module: "worker.js",
    observer: options.observer === undefined ? undefined : "observer.js",
    text: options.env ?? {},
    json: options.json ?? {},
    plainPort: options.plainPort ?? 0,
    securePort: options.securePort ?? 0,
    schemeHeader: options.schemeHeader,
    key: options.certificates.key,
    cert: options.certificates.cert,
    trusted: [options.certificates.ca, ...(options.trusted ?? [])],
    trustPublic: options.trustPublic ?? true,
  });
  await writeFile(join(folder, "config.capnp"), config, { mode: 0o600 });
}

/** Where npm put the binary. The package finds it without its install script having run. */
function workerdPath(): string {
  try {
    const { default: path } = createRequire(import.meta.url)("workerd") as { default: string };
    return path;
  } catch {
    const here = `${process.platform} ${process.arch}`;
    throw new Error(
      `no workerd for ${here}: run "npm ci" on this machine (workerd exists for Linux, macOS and Windows on x64, Linux and macOS on arm64)`,
    );
  }
}
