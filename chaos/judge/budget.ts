/** Promise 7: no request waits beyond its budget. */

import type { Rules } from "../gateways/rules.ts";
import type { Asked, Violation } from "../record.ts";
import { type Evidence, stalledFor } from "./evidence.ts";

/** For what is no waiting: TLS handshakes, the bytes themselves, two cores shared with everything else. In milliseconds. */
const SLACK_MS = 600;

/** What the gateway gives a probe beyond its timeout before it asks anew, in milliseconds. */
const GRACE_MS = 250;

export function judgeBudget(asked: Asked, { record }: Evidence): readonly Violation[] {
  const { id, end, startedAt, sentAt, headAt, endedAt, ask } = asked;
  const found = (expected: string, seen: string): readonly Violation[] => [
    { promise: "no request hangs beyond its budget", id, expected, seen, around: { from: startedAt, to: endedAt } },
  ];
  const budget = budgetOf(ask, record.rules);
  if (end === "hung") return found(`an answer within ${budget} ms`, `none in ${Math.round(endedAt - startedAt)} ms`);
  if (headAt === undefined || sentAt === undefined) return [];
  // Every wait begins when the body is here, or, where it is handed on as it comes, when its last byte is.
  const waited = headAt - Math.max(startedAt, sentAt) - stalledFor(record, startedAt, headAt);
  return waited > budget + SLACK_MS ? found(`an answer within ${budget} ms and ${SLACK_MS} of slack`, `${Math.round(waited)} ms`) : [];
}

function budgetOf({ kind }: Asked["ask"], { attempts, timeoutMs, onceTimeoutMs, deployment }: Rules): number {
  switch (kind) {
    case "refused":
      return 0;
    case "own":
      return deployment === "messageweave" ? 2 * (timeoutMs + GRACE_MS) : 0;
    case "once":
      return onceTimeoutMs;
    case "large":
      return timeoutMs;
    default:
      return attempts * timeoutMs;
  }
}
