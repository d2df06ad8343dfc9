/** The gateway's own view of all origins (`MOD-HEALTH-AGG`). It says nothing of what stands behind a backend. */
import { json } from "../answers.ts";
import type { Defer } from "../deps.ts";
import { mapSome } from "../map-some.ts";
import type { Origin } from "../model.ts";
import type { Watch } from "./watch.ts";

/** What the platform lets one invocation wait for at once; a seventh fetch would start its timer in a queue. */
const AT_ONCE = 6;

/** Where and how the aggregate is shown. */
export interface HealthEndpoint {
  readonly path: string;
  readonly methods: readonly string[];
  /** Where its verdicts come from: `fromProbes` or `fromMemory`. */
  readonly sight: Sight;
  /** Whether each backend is shown with its name. */
  readonly showNames: boolean;
}

/** Answers with the aggregate. */
export type Aggregate = (defer: Defer) => Promise<Response>;

/** How one origin is seen. `up` is `null` before anything is known, which counts as available. */
export interface Seen {
  readonly up: boolean | null;
  readonly status: number | null;
}

/** Looks at all origins, in order. */
export type Sight = (watch: Watch, origins: readonly Origin[], defer: Defer) => Promise<readonly Seen[]> | readonly Seen[];

/** Waits for what is not in memory. */
export const fromProbes: Sight = (watch, _, defer) => mapSome(watch.memories, AT_ONCE, (memory) => memory.recall(defer));

/** Tells what is known, and never waits. */
export const fromMemory: Sight = (watch, origins, defer) => {
  watch.probeDue(defer);
  return origins.map((origin) => watch.suspects?.known(origin) ?? UNKNOWN);
};

const UNKNOWN: Seen = { up: null, status: null };

export function createAggregate(
  { sight, showNames }: HealthEndpoint,
  version: string,
  origins: readonly Origin[],
  watch: Watch,
): Aggregate {
  return async (defer) => {
    const seen = await sight(watch, origins, defer);
    const backends = origins.map(({ name, url }, i) => {
      const { up, status } = seen[i] ?? UNKNOWN;
      return { ...(showNames && { name }), origin: url, up, status };
    });
    const available = backends.filter(({ up }) => up !== false).length;
    const total = backends.length;
    const status = total === 0 ? "no-backends" : available === 0 ? "down" : "ok";
    return json(status === "down" ? 503 : 200, { status, version, available, total, backends });
  };
}
