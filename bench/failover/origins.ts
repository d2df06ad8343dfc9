/** Origins that run in a process of their own, and how they are told to break. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Certificates } from "../../dev/certificates.ts";
import { endWithProcess } from "../../dev/leftovers.ts";
import type { Seen } from "./faulty-origin.ts";
import type { Mode } from "./kinds.ts";
import type { Command, Reply } from "./origins-process.ts";

export interface RemoteOrigin {
  /** `https://localhost:<port>`. */
  readonly url: string;
  /** Resolves when it behaves so, with what it has seen in the mode before. */
  readonly become: (mode: Mode) => Promise<Seen>;
  /** What it has seen since its mode changed. */
  readonly seen: () => Promise<Seen>;
  readonly close: () => Promise<void>;
}

export interface Origins {
  readonly start: () => Promise<RemoteOrigin>;
  /** Ends the process, and all origins with it. */
  readonly stop: () => Promise<void>;
}

type Told<Each> = Each extends Command ? Omit<Each, "id"> : never;

/** Starts the process. Whatever it is told rejects with what went wrong there. */
export function startOrigins(certificates: Certificates): Origins {
  const child = fork(fileURLToPath(new URL("origins-process.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  endWithProcess(child, "SIGKILL");
  const tell = conversation(child);
  const seenAfter = async (command: Told<Command>): Promise<Seen> => {
    const { seen } = await tell(command);
    if (seen === undefined) throw new Error("the origin did not say what it has seen");
    return seen;
  };
  return {
    start: async () => {
      const { url = "" } = await tell({ do: "start", certificates });
      return {
        url,
        become: (mode) => seenAfter({ do: "become", url, mode }),
        seen: () => seenAfter({ do: "seen", url }),
        close: async () => void (await tell({ do: "close", url })),
      };
    },
    stop: async () => {
      const exited = new Promise((done) => child.once("exit", done));
      if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await exited;
    },
  };
}

/** Commands and their replies, told apart by a number. */
function conversation(child: ChildProcess): (command: Told<Command>) => Promise<Reply> {
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  child.on("message", (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.once("exit", () => {
    for (const [id, settle] of waiting) settle({ id, error: "the process of the origins has ended" });
  });
  return (command) =>
    new Promise((done, fail) => {
      const id = ++last;
      waiting.set(id, (reply) => (reply.error === undefined ? done(reply) : fail(new Error(reply.error))));
      child.send({ ...command, id }, (error) => error && fail(error));
    });
}
