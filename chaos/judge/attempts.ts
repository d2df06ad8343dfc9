/** Promise 4: at most the allowed attempts. */

import type { Rules } from "../gateways/rules.ts";
import type { Arrival, Asked, Violation } from "../record.ts";
import { type Evidence, leadsOn, stalledFor } from "./evidence.ts";

/** Statuses that are given before anything was delivered: after these anything may be sent again. */
const UNDELIVERED = new Set([521, 523, 525, 526, 530]);

const IDEMPOTENT = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

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
  const beside = ask.method === "GET" ? undefined : arrivals.find((one, i) => i > 0 && isBeside(arrivals[i - 1], one, evidence));
  if (beside !== undefined) return violation("each attempt of what is no GET after the end of the one before", list);
  const twice = arrivals.find(({ origin }) => {
    const here = arrivals.filter((arrival) => arrival.origin === origin);
    return here.length > 1 + here.filter(mayBeSentOnceMore).length;
  });
  return twice === undefined ? [] : violation("each attempt at another origin", list);
}

/** Of the timeout, the share after which an attempt that arrived a little late may have been given up. */
const TIMED_OUT = 0.7;

/** Whether the one before was still under way: neither broken nor failed, and not yet given up. */
function isBeside(before: Arrival | undefined, next: Arrival, { record }: Evidence): boolean {
  if (
    before === undefined ||
    before.broken ||
    (before.closedAt ?? Number.POSITIVE_INFINITY) <= next.at ||
    (before.answered && record.rules.isFailure(before.answered.status))
  )
    return false;
  const waited = next.at - before.at + stalledFor(record, before.at, next.at);
  return waited < TIMED_OUT * record.rules.timeoutMs;
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
