/** What the clients do, and when: a list from the seed. */

import type { Rules } from "../gateways/rules.ts";
import type { Random } from "../random.ts";

/** Where a client leaves without a word. */
export type Leaving =
  | { readonly when: "upload"; readonly afterShare: number }
  | { readonly when: "waiting"; readonly afterMs: number }
  | { readonly when: "download" };

/** One request of one client. */
export interface Ask {
  readonly at: number;
  /** Unlike any other of the run. */
  readonly number: number;
  /** As it stands in the table. */
  readonly kind: "GET" | "POST" | "PUT" | "once" | "large" | "socket" | "own" | "refused";
  readonly method: string;
  readonly path: string;
  /** Of the body, in bytes; `undefined`: none. */
  readonly bodyBytes: number | undefined;
  readonly chunked: boolean;
  /** Pieces that the body goes out in, with a pause between them. */
  readonly pieces: number;
  /** On a connection that is kept for the next, or on one of its own. */
  readonly keptConnection: boolean;
  readonly leaving: Leaving | undefined;
}

/** Requests per second, on average: what two cores carry beside everything else that runs on them. */
const RATE = 80;

export function planAsks(random: Random, rules: Rules, durationMs: number, firstNumber: number): readonly Ask[] {
  const asks: Ask[] = [];
  for (let at = 0; at < durationMs; ) {
    const burst = random.chance(0.06) ? random.int(4, 16) : 1;
    for (let i = 0; i < burst; i++) asks.push(anyAsk(random, rules, at, firstNumber + asks.length));
    at += random.int(1, Math.round((2 * 1_000 * (1 + 0.06 * 9)) / RATE));
  }
  return asks;
}

function anyAsk(random: Random, rules: Rules, at: number, number: number): Ask {
  const kind = random.weighted(rules.kinds);
  const { method, path } = random.pick(rules.routes[kind]);
  const bodyBytes =
    kind === "large" ? random.int(rules.maxReplayBytes + 1, 3_000_000) : hasBody(method) ? bodySize(random, rules) : undefined;
  const ask: Ask = {
    at,
    number,
    kind,
    method,
    path,
    bodyBytes,
    chunked: bodyBytes !== undefined && random.chance(0.4),
    pieces: random.chance(0.25) ? random.int(2, 6) : 1,
    keptConnection: random.chance(0.6),
    leaving: undefined,
  };
  return kind !== "socket" && random.chance(kind === "large" ? 0.35 : 0.1) ? { ...ask, leaving: anyLeaving(random, ask) } : ask;
}

const hasBody = (method: string): boolean => method === "POST" || method === "PUT";

function bodySize(random: Random, { maxReplayBytes }: Rules): number {
  return random.weighted<() => number>([
    [1, () => 0],
    [5, () => random.int(1, 2_000)],
    [3, () => random.int(2_000, maxReplayBytes)],
    [1, () => maxReplayBytes],
  ])();
}

function anyLeaving(random: Random, { bodyBytes }: Ask): Leaving {
  const when = random.pick(["upload", "upload", "waiting", "download"]);
  if (when === "upload" && bodyBytes !== undefined && bodyBytes > 1) return { when, afterShare: random.int(0, 99) / 100 };
  return when === "download" ? { when } : { when: "waiting", afterMs: random.int(0, 400) };
}

/** How it reads in a report. */
export function describeAsk({ method, path, bodyBytes, chunked, pieces, keptConnection, leaving }: Ask): string {
  const body =
    bodyBytes === undefined ? "" : `, body of ${bodyBytes} bytes ${chunked ? "in chunks" : "with its length"}, ${pieces} piece(s)`;
  const left = leaving === undefined ? "" : `, client leaves (${JSON.stringify(leaving)})`;
  return `${method} ${path}${body}, ${keptConnection ? "kept connection" : "connection of its own"}${left}`;
}
