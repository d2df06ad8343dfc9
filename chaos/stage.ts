/** One gateway in the real runtime, before origins of its own and beside a stranger. It lives as long as the run. */
import { buildWorker } from "../dev/build.ts";
import type { Certificates } from "../dev/certificates.ts";
import { temporaryFolder } from "../dev/leftovers.ts";
import { type RunningWorker, startWorkerd } from "../dev/workerd.ts";
import { ORIGINS, type Variant } from "./gateways/rules.ts";
import { startListener } from "./origin/listener.ts";
import { type ChaosOrigin, startOrigin } from "./origin/origin.ts";
import type { Usage } from "./record.ts";
import { usageOf } from "./usage.ts";

export interface Stage {
  readonly variant: Variant;
  readonly origins: readonly ChaosOrigin[];
  readonly worker: RunningWorker;
  readonly strangerConnections: () => number;
  /** Lines written since the last time they were taken. */
  readonly takeLines: () => string[];
  readonly usage: () => Promise<Usage | undefined>;
  /** Whether the runtime has ended by itself. */
  readonly crashed: () => boolean;
  readonly close: () => Promise<void>;
}

export interface StageOptions {
  readonly variant: Variant;
  readonly bundle: string;
  readonly certificates: Certificates;
  readonly canary: string;
  readonly now: () => number;
}

/** Builds each deployment once. */
export async function buildAll(variants: readonly Variant[]): Promise<{ bundleOf: (variant: Variant) => string; remove: () => void }> {
  const folder = temporaryFolder();
  const bundles = new Map<string, string>();
  for (const { config } of variants) {
    if (!bundles.has(config)) bundles.set(config, await buildWorker(`${folder.path}/${bundles.size}`, config));
  }
  return { bundleOf: ({ config }) => bundles.get(config) ?? "", remove: folder.remove };
}

export async function startStage({ variant, bundle, certificates, canary, now }: StageOptions): Promise<Stage> {
  const stranger = await startListener(certificates);
  stranger.https.on("request", (_, response) => response.end("a stranger"));
  const origins: ChaosOrigin[] = [];
  const elsewhere = (own: number) => (to: "next" | "self" | "stranger") =>
    to === "stranger" ? `https://localhost:${stranger.port}` : (origins[(own + (to === "next" ? 1 : 0)) % ORIGINS]?.url ?? "");
  for (let i = 0; i < ORIGINS; i++) origins.push(await startOrigin({ certificates, now, elsewhere: elsewhere(i) }));

  let lines: string[] = [];
  let stopping = false;
  let crashed = false;
  const worker = await startWorkerd({
    bundle,
    certificates,
    trustPublic: false,
    // A secret that lies beside the gateway's own variables, as an operator's does.
    env: { ...variant.env(origins.map(({ url }) => url)), RECONCILE_TOKEN: canary },
    onLine: (line) => lines.push(line),
  });
  void worker.exited.then(() => {
    crashed = !stopping;
  });
  return {
    variant,
    origins,
    worker,
    strangerConnections: stranger.connections,
    takeLines: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
    usage: () => usageOf(worker.pid),
    crashed: () => crashed,
    close: async () => {
      stopping = true;
      await worker.stop();
      for (const { close } of [...origins, stranger]) close();
    },
  };
}
