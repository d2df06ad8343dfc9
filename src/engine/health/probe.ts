/** Asks one origin whether it is up. */
import type { Deps } from "../deps.ts";
import type { Origin, RedirectRules, Suspicion } from "../model.ts";
import { createDeadline } from "../upstream/deadline.ts";
import { release, send } from "../upstream/send.ts";

/** How origins are asked. */
export interface ProbeSettings {
  readonly headers: Readonly<Record<string, string>>;
  /** The wait for one probe from the moment it is sent, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether an origin that answers its health path with this status is up. */
  readonly isUp: (status: number) => boolean;
}

/** What is known of an origin. `status` is `null` where no answer came, `failure` is there where it is not up. */
export type Verdict =
  | { readonly up: true; readonly status: number }
  | { readonly up: false; readonly status: number | null; readonly failure: Suspicion };

/**
 * `GET` of the health path with none of the caller's headers. Redirects are followed on the origin itself; one that
 * leaves it counts by its own status. The body is let go unread: it may be large, or endless.
 */
export async function probe(
  origin: Origin,
  { headers, timeoutMs, isUp }: ProbeSettings,
  { absentPaths }: RedirectRules,
  deps: Pick<Deps, "fetch" | "after">,
): Promise<Verdict> {
  const redirects = { absentPaths, maxHops: PROBE_HOPS, origins: [origin] };
  const body = { kind: "bytes", bytes: undefined } as const;
  const sending = { method: "GET", target: origin.healthPath, headers, body, redirects, uncached: true };
  const outcome = await send({ origin }, sending, createDeadline({ timeoutMs }, deps), deps);
  if (outcome.kind === "failure") return { up: false, status: null, failure: outcome.failure };
  const { status } = outcome.response;
  release(outcome.response);
  return isUp(status) ? { up: true, status } : { up: false, status, failure: `status ${status}` };
}

/** Redirects that a probe follows, whatever becomes of those of a client. */
const PROBE_HOPS = 5;
