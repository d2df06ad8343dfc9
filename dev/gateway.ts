// The gateway as the demonstration runs it: built, put into the runtime, with the observer in front.
import { buildWorker } from "./build.ts";
import type { Certificates } from "./certificates.ts";
import { temporaryFolder } from "./leftovers.ts";
import { OBSERVER } from "./observer.ts";
import { type RunningWorker, startWorkerd } from "./workerd.ts";

export interface GatewayOptions {
  readonly certificates: Certificates;
  readonly bindings: Readonly<Record<string, string>>;
  readonly trusted?: readonly string[];
  readonly securePort?: number;
  readonly plainPort?: number;
  readonly onLine?: (line: string) => void;
}

/** Builds the Worker and starts it. No file of this is left once it runs. */
export async function startGateway({ bindings, ...options }: GatewayOptions): Promise<RunningWorker> {
  const folder = temporaryFolder();
  try {
    return await startWorkerd({ ...options, bundle: await buildWorker(folder.path), env: bindings, observer: OBSERVER });
  } finally {
    folder.remove();
  }
}
