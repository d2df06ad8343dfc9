/**
 * Brings together what is known of the origins: one memory each, and, where forwarding looks at health, who is
 * suspect. Every probe of an origin goes through its memory, so that there is one at a time whoever wants it.
 */
import type { Defer, Deps } from "../deps.ts";
import type { Log } from "../log.ts";
import { mapSome } from "../map-some.ts";
import type { Origin } from "../model.ts";
import type { Settings } from "../settings.ts";
import { createMemory, type Memory } from "./memory.ts";
import { probe } from "./probe.ts";
import { createSuspects, type Suspects } from "./suspects.ts";

/**
 * Probes under way for one request. The platform lets an invocation wait for six fetches at once; two are left to
 * the request itself, which must never wait for a probe.
 */
const BACKGROUND_PROBES = 4;

export interface Watch {
  readonly memories: readonly Memory[];
  /** `undefined`: forwarding does not look at health. */
  readonly suspects: Suspects | undefined;
  /** Probes in the background what is due. Called when the request's own first fetch is on its way. */
  readonly probeDue: (defer: Defer) => void;
}

export function createWatch({ health, redirects }: Settings, origins: readonly Origin[], log: Log, deps: Deps): Watch {
  const suspects = health.scheduler && createSuspects(origins, health.scheduler, deps, log);
  const memoryOf = (origin: Origin): Memory =>
    createMemory(
      { ttlMs: health.ttlMs, timeoutMs: health.probe.timeoutMs },
      () => {
        const ticket = suspects?.ticket() ?? 0;
        return { verdict: probe(origin, health.probe, redirects, deps), kept: (verdict) => suspects?.probed(origin, verdict, ticket) };
      },
      deps,
    );
  const byOrigin = new Map(origins.map((origin) => [origin, memoryOf(origin)]));
  const memories = [...byOrigin.values()];

  return {
    memories,
    suspects,
    probeDue: (defer) => {
      const due = suspects?.due() ?? [];
      if (due.length > 0) defer(mapSome(due, BACKGROUND_PROBES, async (origin) => byOrigin.get(origin)?.refresh(defer)));
    },
  };
}
