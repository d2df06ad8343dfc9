/** Promise 2: a body arrives whole or not at all, as what was sent, and nobody but a configured origin is ever spoken to. */
import { requestBytes, sha256 } from "../payload.ts";
import type { Arrival, Asked, Violation } from "../record.ts";
import type { Evidence } from "./evidence.ts";

const PROMISE = "a body arrives whole or not at all, and never at a stranger";

export function judgeBodies({ record, arrivalsOf }: Evidence): readonly Violation[] {
  const known = new Set(record.asked.map(({ id }) => id));
  const unknown = record.origins.flatMap(({ arrivals }) => arrivals).filter(({ id }) => id !== "" && !known.has(id));
  return [
    ...strangers(record.strangerConnections),
    ...unknown.map(({ id, method, path, at }) => ({
      promise: PROMISE,
      id,
      expected: "requests that a client sent",
      seen: `${method} ${path}`,
      around: { from: at, to: at },
    })),
    ...record.asked.flatMap((asked) => ofOne(asked, arrivalsOf(asked.id), record.canary)),
  ];
}

function strangers(connections: number): readonly Violation[] {
  return connections === 0
    ? []
    : [{ promise: PROMISE, expected: "no connection to a server that is not configured", seen: `${connections}` }];
}

function ofOne({ ask, id, startedAt, endedAt }: Asked, arrivals: readonly Arrival[], canary: string): readonly Violation[] {
  if (arrivals.length === 0) return [];
  const whole = sha256(requestBytes(id, canary, ask.bodyBytes ?? 0));
  const found = (expected: string, seen: string): Violation => ({
    promise: PROMISE,
    id,
    expected,
    seen,
    around: { from: startedAt, to: endedAt },
  });
  return arrivals.flatMap((arrival) => {
    const { bodySha, received, method, path, headerId, origin } = arrival;
    const violations: Violation[] = [];
    if (bodySha !== undefined && bodySha !== whole)
      violations.push(
        found(`${ask.bodyBytes ?? 0} bytes of its own body`, `${received} bytes that end properly and are not it, at ${origin}`),
      );
    if (method !== ask.method || path !== ask.path || headerId !== id)
      violations.push(
        found(`${ask.method} ${ask.path} with the header of ${id}`, `${method} ${path} with that of ${headerId}, at ${origin}`),
      );
    return violations;
  });
}
