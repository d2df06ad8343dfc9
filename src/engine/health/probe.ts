/** Asks one origin whether it is up. */
import type { Deps } from "../deps.ts";
import type { HealthSettings, Origin, RedirectPolicy } from "../model.ts";
import { release, send } from "../upstream/send.ts";

/** `status` is `null` where no answer came. */
export interface Verdict {
  readonly up: boolean;
  readonly status: number | null;
}

/**
 * `GET` of the health path with none of the caller's headers. Redirects are followed on the origin itself; one that
 * leaves it counts by its own status. The body is let go unread: it may be large, or endless.
 */
export async function probe(
  origin: Origin,
  health: Pick<HealthSettings, "probePath" | "timeoutMs">,
  redirects: Omit<RedirectPolicy, "origins">,
  deps: Pick<Deps, "fetch" | "after">,
): Promise<Verdict> {
  const outcome = await send(
    origin,
    {
      method: "GET",
      target: health.probePath,
      headers: undefined,
      body: { kind: "bytes", bytes: undefined },
      timeoutMs: health.timeoutMs,
      redirects: { ...redirects, origins: [origin] },
      uncached: true,
    },
    deps,
  );
  if (outcome.kind === "failure") return { up: false, status: null };
  const { status } = outcome.response;
  release(outcome.response);
  return { up: status < 500, status };
}
