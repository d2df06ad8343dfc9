/** Promise 6, as it shows within a request: a failed answer is let go before the next attempt, even one that would go on for ever. */
import type { Asked, Violation } from "../record.ts";
import { type Evidence, stalledFor } from "./evidence.ts";

/** From the next attempt's head at its origin to the end of the failed one's connection at its own, in milliseconds. */
const SLACK_MS = 150;

export function judgeReleased({ id, startedAt, endedAt }: Asked, { arrivalsOf, record }: Evidence): readonly Violation[] {
  const arrivals = arrivalsOf(id);
  return arrivals.flatMap(({ answered, at, closedAt = Number.POSITIVE_INFINITY, origin }) => {
    const next = arrivals.find((one) => one.at > at);
    if (answered?.endless !== true || next === undefined) return [];
    const kept = closedAt - next.at - stalledFor(record, next.at, closedAt);
    if (kept <= SLACK_MS) return [];
    const seen = `${origin} went on answering for ${Math.round(kept)} ms after the next attempt had arrived`;
    return [
      {
        promise: "a failed answer is let go",
        id,
        expected: "its end before the next attempt",
        seen,
        around: { from: startedAt, to: endedAt },
      },
    ];
  });
}
