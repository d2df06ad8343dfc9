/** The gateway's own view of all origins (`MOD-HEALTH-AGG`). It says nothing of what stands behind a backend. */
import { json } from "../answers.ts";
import type { Defer, Deps } from "../deps.ts";
import type { Origin, Settings } from "../model.ts";
import { createMemory } from "./memory.ts";
import { probe, type Verdict } from "./probe.ts";

/** What the platform lets one invocation wait for at once; a seventh fetch would start its timer in a queue. */
const AT_ONCE = 6;

/** Answers with the aggregate. */
export type Aggregate = (defer: Defer) => Promise<Response>;

/** One memory per origin, kept as long as the settings are. */
export function createAggregate({ health, redirects }: Settings, origins: readonly Origin[], deps: Deps): Aggregate {
  const recalls = origins.map((origin) => createMemory(health, () => probe(origin, health, redirects, deps), deps));

  return async (defer) => {
    const verdicts = await mapSome(recalls, AT_ONCE, (recall) => recall(defer));
    const backends = origins.map(({ url }, i) => ({ origin: url, ...(verdicts[i] as Verdict) }));
    const available = backends.filter(({ up }) => up).length;
    const total = backends.length;
    const status = total === 0 ? "no-backends" : available === 0 ? "down" : "ok";
    return json(status === "down" ? 503 : 200, { status, version: health.version, available, total, backends });
  };
}

/** `Promise.all` with at most `atOnce` under way. */
async function mapSome<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of queue) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
