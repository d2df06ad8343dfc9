/**
 * The runtime does not look at a connection that it keeps for later. One that its origin has reset meanwhile is found out by the request
 * that gets it: that attempt fails at once, and nothing of it arrives, though the origin has long been well again (docs/runtime.md). This
 * excuses a request, but only so many as there were such connections, and only while they can be kept.
 */
import type { Asked, OriginRecord } from "../record.ts";

/** The runtime lets an idle connection go after five seconds; some more, for the request itself. In milliseconds. */
const KEPT_MS = 6_000;

export interface Stale {
  /** Takes one connection that this origin has reset and this request may have got; `false`: there is none left. */
  readonly spend: (origin: OriginRecord, asked: Asked) => boolean;
}

export function staleOf(origins: readonly OriginRecord[]): Stale {
  const left = new Map(origins.map(({ url, resets }) => [url, resets.map((reset) => ({ ...reset }))]));
  return {
    spend: ({ url }, { startedAt, endedAt }) => {
      const reset = left.get(url)?.find(({ at, connections }) => connections > 0 && at <= endedAt && at >= startedAt - KEPT_MS);
      if (reset === undefined) return false;
      reset.connections--;
      return true;
    },
  };
}
