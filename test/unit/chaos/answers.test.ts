/** Promise 3: no answer is mixed up with another's, and a cut one shows it. */
import { describe, expect, test } from "vitest";
import { judgeAnswer } from "../../../chaos/judge/answers.ts";
import { evidenceOf } from "../../../chaos/judge/evidence.ts";
import { echoOf } from "../../../chaos/origin/upgrade.ts";
import type { Received, StormRecord } from "../../../chaos/record.ts";
import {
  A,
  anArrival,
  anAsk,
  anAsked,
  answered,
  answerOf,
  aPost,
  aRecord,
  B,
  C,
  exhausted,
  ownAnswer,
  RULES,
} from "../../support/chaos-record.ts";

const found = (record: StormRecord): number => record.asked.flatMap((asked) => judgeAnswer(asked, evidenceOf(record))).length;
const got = (received: Received, broken = false, declared = true): StormRecord =>
  aRecord({ asked: anAsked({ received }), arrivals: [anArrival({ broken, answered: answered({ declared }) })] });
const half = answerOf(A).body.subarray(0, 200);

describe("clean", () => {
  test.for([
    ["its own answer", aRecord()],
    ["a 503 of the gateway", got(exhausted)],
    ["half of it, and it shows", got(answerOf(A, { body: half, complete: false }), true)],
    ["half of one whose length was not declared, which cannot show", got(answerOf(A, { body: half }), true, false)],
    [
      "half of it, for a client that left",
      aRecord({ asked: anAsked({ end: "left", received: answerOf(A, { body: half, complete: false }) }) }),
    ],
  ] as const)("%s", ([, record]) => expect(found(record)).toBe(0));
});

describe("a violation", () => {
  const { headers } = answerOf(A);
  test.for([
    ["the answer to another request", got(answerOf(A, {}, "r2"))],
    ["its head with another's body", got(answerOf(A, { body: answerOf(A, {}, "r2").body }))],
    ["another origin's bytes", got(answerOf(A, { body: answerOf(B).body }))],
    ["a byte too many", got(answerOf(A, { body: Buffer.concat([answerOf(A).body, Buffer.from("x")]) }))],
    ["the wrong name", got(answerOf(A, { headers: { ...headers, "x-lb-backend": B } }))],
    ["no name", got(answerOf(A, { headers: { ...headers, "x-lb-backend": undefined } }))],
    ["an origin that was never asked", got(answerOf(C))],
    ["half of it, as if whole", got(answerOf(A, { body: half }), true)],
    ["half of it, though all was sent", got(answerOf(A, { body: half, complete: false }))],
    ["half of it as if whole, undeclared, though all was sent", got(answerOf(A, { body: half }), false, false)],
    ["an exception of ours", got(ownAnswer(500, "Internal Server Error"))],
    ["a 503 with another text", got(ownAnswer(503, "all backends failed: fetch to https://a/?token=x"))],
    ["a 503 that may be stored", got({ ...exhausted, headers: {} })],
    ["a 503 that names an origin", got({ ...exhausted, headers: { ...exhausted.headers, "x-lb-backend": A } })],
    ["a 400 to one who stayed", got(ownAnswer(400, "bad request"))],
    ["half of the gateway's own", got({ ...exhausted, complete: false })],
    [
      "a failed answer handed on",
      aRecord({ asked: anAsked({ received: answerOf(A, {}, "r1", 500) }), arrivals: [anArrival({ answered: answered({ status: 500 }) })] }),
    ],
  ] as const)("%s", ([, record]) => expect(found(record)).toBe(1));
});

describe("what is not forwarded", () => {
  const asked = (ask: { method: string; path: string }, received: Received): StormRecord =>
    aRecord({ asked: anAsked({ ask: anAsk({ kind: "refused", ...ask }), received }), arrivals: [] });
  test("has its text", () => {
    expect(found(asked({ method: "GET", path: "/x" }, ownAnswer(404, "route not forwarded: /x")))).toBe(0);
    expect(found(asked({ method: "HEAD", path: "/" }, ownAnswer(405, "")))).toBe(0);
    expect(found(asked({ method: "GET", path: "/x" }, ownAnswer(404, "route not forwarded: /x?token=1")))).toBe(1);
    expect(found(asked({ method: "GET", path: "/x" }, exhausted))).toBe(1);
  });
});

describe("the aggregate", () => {
  const backends = [A, B, C].map((origin) => ({ origin, up: true, status: 200 }));
  const aggregate = (with_: object, status = 200): StormRecord =>
    aRecord({
      asked: anAsked({
        ask: anAsk({ kind: "own" }),
        received: ownAnswer(status, JSON.stringify({ status: "ok", version: "1", available: 3, total: 3, backends, ...with_ })),
      }),
      arrivals: [],
    });
  test("agrees with itself", () => {
    expect(found(aggregate({}))).toBe(0);
    expect(found(aggregate({ available: 2 }))).toBe(1);
    expect(found(aggregate({ backends: backends.slice(1), total: 2, available: 2 }))).toBe(1);
    expect(found(aggregate({}, 503))).toBe(1);
    expect(found(aggregate({ backends: backends.map((one) => ({ ...one, up: false })), available: 0, status: "down" }, 503))).toBe(0);
  });
});

describe("a WebSocket", () => {
  const ask = anAsk({ kind: "socket", path: "/socket" });
  const words = (sent: readonly string[], back: readonly string[], named: string = A, broken = false): StormRecord =>
    aRecord(
      {
        asked: anAsked({
          ask,
          received: { status: 101, headers: { "x-served-by": named }, body: Buffer.alloc(0), complete: true },
          echoes: { sent, got: back },
        }),
        arrivals: [anArrival({ answered: answered({ status: 101 }), broken }, ask)],
      },
      { rules: RULES.primaryReplica },
    );
  test("brings its own words back", () => {
    expect(found(words(["1", "2"], [echoOf(A, "1"), echoOf(A, "2")]))).toBe(0);
    expect(found(words(["1", "2"], [echoOf(A, "1")], A, true))).toBe(0);
    expect(found(words(["1", "2"], [echoOf(A, "1")]))).toBe(1);
    expect(found(words(["1"], [echoOf(A, "2")]))).toBe(1);
    expect(found(words(["1"], [echoOf(B, "1")]))).toBe(1);
    expect(found(words(["1"], [echoOf(A, "1")], B))).toBe(1);
  });
});

test("an answer to a POST is judged like any other", () => {
  const asked = anAsked({ ask: aPost(), received: answerOf(A, {}, "r2") });
  expect(found(aRecord({ asked }))).toBe(1);
});
