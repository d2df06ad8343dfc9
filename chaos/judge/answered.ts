/** Promise 1: a request that some origin could have served is answered by an origin. */
import type { Asked, OriginRecord, StormRecord, Violation } from "../record.ts";
import { type Evidence, IDEMPOTENT, leadsOn, servedThroughout, sourceOf, stalledFor } from "./evidence.ts";

/** What is to be said of one request. `unjudged`: nobody can be blamed, whatever came of it. */
export type Verdict = "unjudged" | "kept" | "broken";

/** With so much taken by the machine an origin that serves is still heard of well within every timeout; in milliseconds. */
const MOST_STALLED_MS = 200;

export function judgeAnswered(asked: Asked, evidence: Evidence): { readonly verdict: Verdict; readonly violation?: Violation } {
  const { record } = evidence;
  const wasTaken = evidence.arrivalsOf(asked.id).length > 0;
  const isUnanswered = asked.end === "lost" || asked.end === "overtaken" || (asked.end === "unaccepted" && wasTaken);
  if (isUnanswered && !mayBeOvertaken(asked)) return { verdict: "broken", violation: violation(asked, "any answer at all", seen(asked)) };
  if ((asked.end === "unaccepted" && !wasTaken) || !couldBeServed(asked, record)) return { verdict: "unjudged" };
  if (isWhole(asked, evidence) || wasCut(asked, evidence) || wentRound(asked, evidence)) return { verdict: "kept" };
  if (wasStale(asked, evidence)) return { verdict: "unjudged" };
  return { verdict: "broken", violation: violation(asked, "an answer of an origin, for one served all the time", seen(asked)) };
}

/**
 * The runtime closes the connection once it has answered a request whose body it will not read to its end, and whoever still writes may
 * find it closed before the answer is read. Only a streamed upload is answered so early, and only where its one attempt failed.
 */
function mayBeOvertaken({ ask, sentAt, end }: Asked): boolean {
  return ask.kind === "large" && sentAt === undefined && end !== "lost";
}

function couldBeServed(asked: Asked, record: StormRecord): boolean {
  const { kind } = asked.ask;
  if (asked.end === "left" || asked.end === "interrupted") return false;
  if (kind === "own" || kind === "refused") return false;
  if (stalledFor(record, asked.startedAt, asked.endedAt) > MOST_STALLED_MS) return false;
  return mustMeet(asked, record) > 0;
}

/** How many origins that served from before its start to its end its attempts must have met at least. */
function mustMeet(asked: Asked, record: StormRecord): number {
  const { origins, rules } = record;
  const serving = candidates(asked, record).length;
  const { attempts, deployment } = rules;
  if (startsAtTheFirst(asked, record)) return serving;
  const { kind, method } = asked.ask;
  const isTriedOnce = kind === "once" || kind === "large" || (deployment === "primary-replica" && !IDEMPOTENT.has(method));
  return Math.max(0, serving - origins.length + (isTriedOnce ? 1 : attempts));
}

/** The origins that served all the time, of those that it may have been sent to. */
function candidates(asked: Asked, record: StormRecord): readonly OriginRecord[] {
  const list = startsAtTheFirst(asked, record) ? record.origins.slice(0, 1) : record.origins;
  return list.filter((origin) => servedThroughout(origin, asked));
}

const startsAtTheFirst = ({ ask }: Asked, { rules }: StormRecord): boolean => ask.kind === "once" && !rules.routed;

/** Each origin that it must have met may have been met on a connection that was dead. */
function wasStale(asked: Asked, { record, arrivalsOf, stale }: Evidence): boolean {
  if (asked.received?.headers["x-chaos-origin"] !== undefined) return false;
  const arrived = new Set(arrivalsOf(asked.id).map(({ origin }) => origin));
  const met = candidates(asked, record).filter((origin) => !arrived.has(origin.url) && stale.spend(origin, asked));
  return met.length >= mustMeet(asked, record);
}

function isWhole(asked: Asked, evidence: Evidence): boolean {
  const { received, echoes } = asked;
  const source = sourceOf(asked, evidence);
  if (echoes !== undefined && received?.status === 101) return echoes.sent.length > 0 && echoes.got.length === echoes.sent.length;
  if (received === undefined || source?.answered === undefined) return false;
  return received.complete && received.body.length === source.answered.length && !evidence.record.rules.isFailure(received.status);
}

/** Its own origin's head was out when that broke off: nobody else could be asked any more. */
function wasCut(asked: Asked, evidence: Evidence): boolean {
  return sourceOf(asked, evidence)?.broken === true;
}

/** A request that is led round and round fails fast, by contract. */
function wentRound(asked: Asked, { arrivalsOf, record }: Evidence): boolean {
  const hops = arrivalsOf(asked.id).filter((arrival) => leadsOn(arrival, record, asked.ask.kind === "large")).length;
  return asked.received?.body.toString() === "all backends failed: redirect loop" && hops > record.rules.hops;
}

function violation({ id, startedAt, endedAt }: Asked, expected: string, what: string): Violation {
  return { promise: "what some origin could serve is answered", id, expected, seen: what, around: { from: startedAt, to: endedAt } };
}

function seen({ end, received, error, echoes }: Asked): string {
  const text =
    received?.headers["x-chaos-origin"] === undefined ? `: ${received?.body.toString().slice(0, 80)}` : ` of ${received.body.length} bytes`;
  const answer = received === undefined ? "no answer" : `${received.status}${received.complete ? "" : ", broken off"}${text}`;
  const words = echoes === undefined ? "" : `, ${echoes.got.length} of ${echoes.sent.length} words came back`;
  return `${end}, ${answer}${words}${error === undefined ? "" : ` (${error})`}`;
}
