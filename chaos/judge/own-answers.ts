/** Answers that the gateway makes itself: each has its known text, and no other. */
import type { Asked, Received, StormRecord, Violation } from "../record.ts";

type Fault = Pick<Violation, "expected" | "seen">;

/** What is wrong with it; `undefined`: nothing. */
export function ownFault({ ask, end }: Asked, received: Received, record: StormRecord): Fault | undefined {
  const { rules } = record;
  const { status, headers, complete } = received;
  const text = received.body.toString();
  const seen = `${status} ${JSON.stringify(text.slice(0, 120))}`;
  // One that left did not read it.
  if (end === "left") return undefined;
  if (!complete) return { expected: "the whole of an answer of the gateway's own", seen };
  if (
    headers["cache-control"] !== "no-store" ||
    headers["x-content-type-options"] !== "nosniff" ||
    headers[rules.observation] !== undefined
  )
    return { expected: "the headers of an answer of the gateway's own", seen: `${seen} ${JSON.stringify(headers)}` };
  switch (ask.kind) {
    case "own":
      return isAggregate(status, text, record) ? undefined : { expected: "the aggregate", seen };
    case "refused":
      return isRefusal(ask.method, ask.path, status, text) ? undefined : { expected: "a 404 or 405 with its text", seen };
    default:
      return status === 503 && rules.exhausted.test(text) ? undefined : { expected: `503 ${rules.exhausted}`, seen };
  }
}

function isRefusal(method: string, path: string, status: number, text: string): boolean {
  if (status === 404) return text === `route not forwarded: ${path}`;
  return status === 405 && (method === "HEAD" ? text === "" : text === `method not allowed for ${path}`);
}

interface Aggregate {
  readonly status: string;
  readonly available: number;
  readonly total: number;
  readonly backends: readonly { readonly origin: string; readonly up: boolean | null }[];
}

/** Its numbers agree with its list, and its list with the configuration. */
function isAggregate(status: number, text: string, { origins }: StormRecord): boolean {
  try {
    const { status: word, available, total, backends } = JSON.parse(text) as Aggregate;
    const up = backends.filter((backend) => backend.up !== false).length;
    const isConfigured = backends.every(({ origin }, i) => origin === origins[i]?.url) && backends.length === origins.length;
    return (
      isConfigured && total === origins.length && available === up && word === (up > 0 ? "ok" : "down") && status === (up > 0 ? 200 : 503)
    );
  } catch {
    return false;
  }
}
