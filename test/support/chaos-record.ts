/** A storm's record to hand to the judge: one request over three origins, all well unless a test says otherwise. */

import { variantsOf } from "../../chaos/gateways/variants.ts";
import { answerBytes, requestBytes, sha256 } from "../../chaos/payload.ts";
import type { Ask } from "../../chaos/plan/asks.ts";
import type { Fault } from "../../chaos/plan/faults.ts";
import { createRandom } from "../../chaos/random.ts";
import type { Answered, Arrival, Asked, OriginRecord, Received, StormRecord } from "../../chaos/record.ts";

export const [A, B, C] = ["https://localhost:1", "https://localhost:2", "https://localhost:3"] as const;
export const ID = "r1";
export const CANARY = "canary1";

const messageweave = variantsOf("messageweave", createRandom(1))[0].rules;
const primaryReplica = variantsOf("primary-replica", createRandom(1))[0].rules;

/** Both contracts, with three attempts. */
export const RULES = { messageweave: { ...messageweave, attempts: 3 }, primaryReplica: { ...primaryReplica, attempts: 3 } } as const;

export const anAsk = (with_: Partial<Ask> = {}): Ask => ({
  at: 0,
  number: 1,
  kind: "GET",
  method: "GET",
  path: "/api/status",
  bodyBytes: undefined,
  chunked: false,
  pieces: 1,
  keptConnection: false,
  leaving: undefined,
  ...with_,
});

export const aPost = (with_: Partial<Ask> = {}): Ask =>
  anAsk({ kind: "POST", method: "POST", path: "/webhook/tg", bodyBytes: 500, ...with_ });

export const answered = (with_: Partial<Answered> = {}): Answered => ({
  status: 200,
  location: undefined,
  length: 400,
  declared: true,
  endless: false,
  ...with_,
});

/** At A, whole, answered with a 200 of 400 bytes. */
export const anArrival = (with_: Partial<Arrival> = {}, ask: Ask = anAsk()): Arrival => ({
  id: ID,
  headerId: ID,
  origin: A,
  method: ask.method,
  path: ask.path,
  at: 1_010,
  kept: false,
  fault: "none",
  received: ask.bodyBytes ?? 0,
  bodySha: sha256(requestBytes(ID, CANARY, ask.bodyBytes ?? 0)),
  answered: answered(),
  broken: false,
  closedAt: 1_050,
  ...with_,
});

/** The answer of an origin, whole. */
export const answerOf = (origin: string, with_: Partial<Received> = {}, id = ID, status = 200, length = 400): Received => ({
  status,
  headers: { "x-chaos-id": id, "x-chaos-origin": origin, "x-chaos-length": String(length), "x-lb-backend": origin },
  body: answerBytes(id, origin, status, length),
  complete: true,
  ...with_,
});

/** An answer of the gateway's own. */
export const ownAnswer = (status: number, text: string, headers: Received["headers"] = {}): Received => ({
  status,
  headers: { "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers },
  body: Buffer.from(text),
  complete: true,
});

export const exhausted = ownAnswer(503, "all backends failed: network");

/** From second 1 to 1.1, answered by A. */
export const anAsked = (with_: Partial<Asked> = {}): Asked => ({
  ask: anAsk(),
  id: ID,
  startedAt: 1_000,
  sentAt: 1_005,
  headAt: 1_050,
  endedAt: 1_100,
  end: "answered",
  received: answerOf(A),
  ...with_,
});

export interface Scene {
  readonly asked?: Asked;
  readonly arrivals?: readonly Arrival[];
  /** What is wrong with A, B and C, all the time. */
  readonly faults?: readonly [Fault["kind"], Fault["kind"], Fault["kind"]];
}

const FAULTS: Readonly<Record<Fault["kind"], Fault>> = {
  none: { kind: "none" },
  refused: { kind: "refused" },
  reset: { kind: "reset", after: "head" },
  hung: { kind: "hung" },
  slow: { kind: "slow", ms: 100 },
  "cut-head": { kind: "cut-head" },
  "cut-body": { kind: "cut-body" },
  status: { kind: "status", status: 500, endless: false },
  redirect: { kind: "redirect", status: 307, to: "next" },
};

/** A record of one request; a clean one as it stands. */
export function aRecord(scene: Scene = {}, with_: Partial<StormRecord> = {}): StormRecord {
  const { asked = anAsked(), arrivals = [anArrival({}, asked.ask)], faults = ["none", "none", "none"] } = scene;
  const origins = [A, B, C].map(
    (url, i): OriginRecord => ({
      url,
      timeline: [{ from: 0, to: 5_000, fault: FAULTS[faults[i] ?? "none"] }],
      arrivals: arrivals.filter(({ origin }) => origin === url),
      unfinished: [],
      resets: [],
    }),
  );
  return {
    variant: "a gateway",
    rules: RULES.messageweave,
    canary: CANARY,
    origins,
    strangerConnections: 0,
    asked: [asked],
    lines: [],
    stalls: [],
    before: { rssBytes: 50_000_000, files: 16 },
    after: { rssBytes: 51_000_000, files: 16 },
    crashed: false,
    ...with_,
  };
}
