/**
 * Brings together what is known of the origins: one memory each, and, where forwarding looks at health, who is
 * suspect. Every probe of an origin goes through its memory, so that there is one at a time whoever wants it.
 */
import type { Defer, Deps } from "../deps.ts";
import type { Log } from "../log.ts";
import { mapSome } from "../map-some.ts";
import type { Origin, RedirectRules } from "../model.ts";
import { createMemory, type Memory } from "./memory.ts";
import { type ProbeSettings, probe } from "./probe.ts";
import type { Scheduler } from "./schedule.ts";
import { createSuspects, type Suspects } from "./suspects.ts";

/**
 * Probes under way for one request. The platform lets an invocation wait for six fetches at once; two are left to
 * the request itself, which must never wait for a probe.
 */
const BACKGROUND_PROBES = 4;

/** How the origins are watched. */
export interface WatchSettings {
  readonly probe: ProbeSettings;
  /** How long a probe's result is served by the endpoint, in milliseconds. */
  readonly ttlMs: number;
  /** When an origin is probed for forwarding: `backoff(…)` or `interval(…)`; `undefined`: forwarding does not look at health. */
  readonly scheduler: Scheduler | undefined;
}

export interface Watch {
  readonly memories: readonly Memory[];
  /** `undefined`: forwarding does not look at health. */
  readonly suspects: Suspects | undefined;
  /** Probes in the background what is due. Called when the request's own first fetch is on its way. */
  readonly probeDue: (defer: Defer) => void;
}

export function createWatch(
  settings: WatchSettings,
  redirects: RedirectRules,
  origins: readonly Origin[],
  log: Pick<Log, "originSuspect" | "originBack">,
  deps: Deps,
): Watch {
  const suspects = settings.scheduler && createSuspects(origins, settings.scheduler, deps, log);
  const memoryOf = (origin: Origin): Memory =>
    createMemory(
      { ttlMs: settings.ttlMs, timeoutMs: settings.probe.timeoutMs },
      () => {
        const ticket = suspects?.ticket() ?? 0;
        return { verdict: probe(origin, settings.probe, redirects, deps), kept: (verdict) => suspects?.probed(origin, verdict, ticket) };
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
