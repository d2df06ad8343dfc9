// A deployment as its demonstration runs it: built, put into the runtime, with the observer in front.
import { buildWorker } from "./build.ts";
import type { Certificates } from "./certificates.ts";
import type { Demonstration } from "./demonstration.ts";
import { temporaryFolder } from "./leftovers.ts";
import { observer } from "./observer.ts";
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
export async function startGateway(
  { config, header }: Pick<Demonstration, "config" | "header">,
  { bindings, ...options }: GatewayOptions,
): Promise<RunningWorker> {
  const folder = temporaryFolder();
  try {
    const bundle = await buildWorker(folder.path, config);
    return await startWorkerd({ ...options, bundle, env: bindings, observer: observer(header) });
  } finally {
    folder.remove();
  }
}
