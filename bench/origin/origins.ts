/** Starts the process that holds the origins. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Certificates } from "../../dev/certificates.ts";
import { endWithProcess } from "../../dev/leftovers.ts";
import type { OriginOrder } from "./server.ts";

export interface Origins {
  /** `https://localhost:<port>` each. */
  readonly urls: readonly string[];
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Resolves once all of them listen. */
export async function startOrigins(certificates: Certificates, count: number): Promise<Origins> {
  const child = fork(fileURLToPath(new URL("server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  endWithProcess(child, "SIGKILL");
  const exited = once(child, "exit");
  const order: OriginOrder = { certificates, count };
  child.send(order);
  const ports = (await Promise.race([once(child, "message").then(([message]) => message as number[]), exited.then(() => undefined)])) ?? [];
  if (ports.length !== count) throw new Error("the origins ended at their start: see what they said above");
  return {
    urls: ports.map((port) => `https://localhost:${port}`),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
