/** What is to be reached, as ratios to the bare Worker in the same run. */
import type { Verdict } from "./scenario.ts";
import type { Spread } from "./statistics.ts";

/** CPU per request: one part in eight for a small GET, next to nothing where bytes are what costs. */
export const CPU_LIMITS = { small: 1.12, post: 1.18, large: 1.03 } as const;

export const START_LIMIT = 1.1;

/** Of eight uploads, besides what the gateway may hold of them. */
export const UPLOAD_LIMIT = 1.5;

/** The targets are theirs; the other candidates are there for comparison. */
export const HELD_TO_TARGETS: ReadonlySet<string> = new Set(["gateway", "gateway, routing on", "primary-replica"]);

/** A ratio against its limit, by the median. */
export function ratioVerdict(target: string, candidate: string, ratios: Spread, limit: number): Verdict {
  return { target, candidate, limit: `≤ ${limit.toFixed(2)}`, measured: ratioText(ratios), reached: ratios.median <= limit };
}

/** `1.24 (1.21–1.35)`: the median, and the quartiles around it. */
export function ratioText({ median, lower, upper }: Spread): string {
  return `${median.toFixed(2)} (${lower.toFixed(2)}–${upper.toFixed(2)})`;
}
