/** What several checks look up in a record. */
import type { Fault } from "../plan/faults.ts";
import type { Arrival, Asked, OriginRecord, StormRecord } from "../record.ts";
import { type Stale, staleOf } from "./stale.ts";

/** Methods that are sent again whatever has failed, where a gateway looks at them (RFC 9110 §9.2.2). */
export const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

export interface Evidence {
  readonly record: StormRecord;
  /** What reached the origins of a request, in order. */
  readonly arrivalsOf: (id: string) => readonly Arrival[];
  /** Dead connections that the runtime may still have had. */
  readonly stale: Stale;
}

export function evidenceOf(record: StormRecord): Evidence {
  const byId = new Map<string, Arrival[]>();
  for (const arrival of record.origins.flatMap(({ arrivals }) => arrivals)) {
    const list = byId.get(arrival.id);
    if (list === undefined) byId.set(arrival.id, [arrival]);
    else list.push(arrival);
  }
  return { record, arrivalsOf: (id) => byId.get(id)?.toSorted((one, other) => one.at - other.at) ?? [], stale: staleOf(record.origins) };
}

/** The origin that wrote this answer, by its own word; `undefined`: the gateway did. */
export const writerOf = ({ received }: Asked): string | undefined => received?.headers["x-chaos-origin"];

/** The arrival that this answer is the answer to. A WebSocket has no words of its origin's own, only the name that the gateway gives. */
export function sourceOf(asked: Asked, { arrivalsOf, record }: Evidence): Arrival | undefined {
  const { received } = asked;
  const writer = received?.status === 101 ? received.headers[record.rules.observation] : writerOf(asked);
  return arrivalsOf(asked.id).findLast(({ origin, answered }) => origin === writer && answered?.status === asked.received?.status);
}

/** The longest delay with which an origin still counts as one that serves; well below every timeout. In milliseconds. */
export const SERVING_MS = 300;

/** After a fall it takes the runtime so long to find out which of its kept connections are gone, in milliseconds. */
export const SETTLING_MS = 250;

const serves = (fault: Fault): boolean => fault.kind === "none" || (fault.kind === "slow" && fault.ms <= SERVING_MS);

/** Whether the origin served all through a request, and had already for a while when it began. */
export function servedThroughout({ timeline }: OriginRecord, { startedAt, endedAt }: Asked): boolean {
  return timeline.every(({ from, to, fault }) => serves(fault) || to < startedAt - SETTLING_MS || from > endedAt);
}

/** How much of this time the machine took, in milliseconds. */
export function stalledFor({ stalls }: StormRecord, from: number, to: number): number {
  return stalls.reduce((sum, stall) => (stall.from < to && stall.to > from ? sum + stall.lostMs : sum), 0);
}

/** Whether a redirect of this answer leads the gateway on. */
export function leadsOn({ method, answered }: Arrival, { origins, rules }: StormRecord, streamed: boolean): boolean {
  const { status = 0, location } = answered ?? {};
  if (rules.hops === 0 || streamed || location === undefined) return false;
  return (method === "GET" || status === 307 || status === 308) && origins.some(({ url }) => location.startsWith(`${url}/`));
}
