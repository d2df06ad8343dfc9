/** Promise 4: at most the allowed attempts. */

import type { Rules } from "../gateways/rules.ts";
import type { Arrival, Asked, Violation } from "../record.ts";
import { type Evidence, IDEMPOTENT, leadsOn } from "./evidence.ts";

/** Statuses that are given before anything was delivered: after these anything may be sent again. */
const UNDELIVERED = new Set([521, 523, 525, 526, 530]);

export function judgeAttempts(asked: Asked, evidence: Evidence): readonly Violation[] {
  const arrivals = evidence.arrivalsOf(asked.id);
  const { ask, id, startedAt, endedAt } = asked;
  const hops = arrivals.filter((arrival) => leadsOn(arrival, evidence.record, ask.kind === "large")).length;
  const bound = boundOf(asked, arrivals, evidence.record.rules);
  const again = arrivals.filter(mayBeSentOnceMore).length;
  const violation = (expected: string, seen: string): readonly Violation[] => [
    { promise: "at most the allowed attempts", id, expected, seen, around: { from: startedAt, to: endedAt } },
  ];
  const list = `${arrivals.length}: ${arrivals.map(({ origin, fault, kept }) => `${origin} (${fault}${kept ? ", kept connection" : ""})`).join(", ")}`;
  const most = Math.min(bound + hops, bound * (1 + evidence.record.rules.hops)) + again;
  if (arrivals.length > most)
    return violation(`${bound} attempt(s), ${hops} redirect(s) followed, ${again} sent once more by the runtime: ${most}`, list);
  if (hops > 0) return [];
  const beside =
    ask.method === "GET" ? undefined : arrivals.find((one, i) => i > 0 && isBeside(asked, arrivals[i - 1], one, evidence.record.rules));
  if (beside !== undefined) return violation("each attempt of what is no GET after the end of the one before", list);
  const twice = arrivals.find(({ origin }) => {
    const here = arrivals.filter((arrival) => arrival.origin === origin);
    return here.length > 1 + here.filter(mayBeSentOnceMore).length;
  });
  return twice === undefined ? [] : violation("each attempt at another origin", list);
}

/** Of the timeout: the gateway may have had the body a little before its client took note of having sent it. */
const TIMED_OUT = 0.8;

/**
 * Whether the one before was still under way: neither over, nor failed, nor given up. No attempt can have been given up before its timeout
 * has passed since the request was sent; when it began is not to be seen, for it may have been long on its way.
 */
function isBeside(asked: Asked, before: Arrival | undefined, next: Arrival, { timeoutMs, isFailure }: Rules): boolean {
  if (before === undefined || before.broken || (before.closedAt ?? Number.POSITIVE_INFINITY) <= next.at) return false;
  if (before.answered !== undefined && isFailure(before.answered.status)) return false;
  return next.at - Math.max(asked.startedAt, asked.sentAt ?? 0) < TIMED_OUT * timeoutMs;
}

function boundOf({ ask }: Asked, arrivals: readonly Arrival[], { attempts, deployment }: Rules): number {
  if (ask.kind === "own" || ask.kind === "refused") return 0;
  if (ask.kind === "once" || ask.kind === "large") return 1;
  if (deployment === "messageweave" || IDEMPOTENT.has(ask.method)) return attempts;
  return Math.min(attempts, 1 + arrivals.filter(({ answered }) => answered !== undefined && UNDELIVERED.has(answered.status)).length);
}

/** The runtime itself sends a GET once more when a kept connection turns out to be reset (docs/runtime.md), and nothing else. */
function mayBeSentOnceMore({ method, kept, broken, answered }: Arrival): boolean {
  return method === "GET" && kept && broken && answered === undefined;
}
