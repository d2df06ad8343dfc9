/** Promise 1: what some origin could serve is answered, and no excuse swallows a loss. */
import { describe, expect, test } from "vitest";
import { judgeAnswered } from "../../../chaos/judge/answered.ts";
import { evidenceOf } from "../../../chaos/judge/evidence.ts";
import type { Arrival, StormRecord } from "../../../chaos/record.ts";
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

const verdict = (record: StormRecord): string | undefined => record.asked[0] && judgeAnswered(record.asked[0], evidenceOf(record)).verdict;

const lost = anAsked({ received: exhausted });
const twoDown = ["refused", "none", "hung"] as const;

describe("kept", () => {
  test("an origin answered", () => expect(verdict(aRecord())).toBe("kept"));

  test("though two of three were down", () => {
    const asked = anAsked({ received: answerOf(B) });
    expect(verdict(aRecord({ asked, arrivals: [anArrival({ origin: B })], faults: twoDown }))).toBe("kept");
  });

  test("the answer was cut by its own origin", () => {
    const asked = anAsked({ received: answerOf(A, { complete: false, body: answerOf(A).body.subarray(0, 200) }) });
    expect(verdict(aRecord({ asked, arrivals: [anArrival({ broken: true })], faults: ["cut-body", "none", "none"] }))).toBe("kept");
  });

  test("it went round in more redirects than are followed", () => {
    const location = `${A}/api/status`;
    const arrivals = Array.from({ length: 6 }, () => anArrival({ answered: answered({ status: 302, location }) }));
    const asked = anAsked({ received: ownAnswer(503, "all backends failed: redirect loop") });
    expect(verdict(aRecord({ asked, arrivals, faults: ["redirect", "none", "none"] }))).toBe("kept");
    expect(verdict(aRecord({ asked, arrivals: arrivals.slice(1), faults: ["redirect", "none", "none"] }))).toBe("broken");
  });
});

describe("broken", () => {
  test("all served, and the gateway had no answer", () => {
    expect(verdict(aRecord({ asked: lost, arrivals: [] }))).toBe("broken");
  });

  test("one of three served, and was never asked", () => {
    expect(verdict(aRecord({ asked: lost, arrivals: [], faults: twoDown }))).toBe("broken");
    expect(verdict(aRecord({ asked: lost, arrivals: [], faults: ["refused", "slow", "hung"] }))).toBe("broken");
  });

  test("the answer broke off although its origin sent it whole", () => {
    expect(verdict(aRecord({ asked: anAsked({ received: answerOf(A, { complete: false }) }) }))).toBe("broken");
  });

  test("a failed answer is no answer while somebody serves", () => {
    const received = answerOf(A, {}, "r1", 503);
    const arrivals = [anArrival({ answered: answered({ status: 503 }) })];
    const record = aRecord({ asked: anAsked({ received }), arrivals, faults: ["status", "none", "none"] }, { rules: RULES.primaryReplica });
    expect(verdict(record)).toBe("broken");
  });

  test("the connection broke without an answer, whatever the origins did", () => {
    expect(verdict(aRecord({ asked: anAsked({ end: "lost", received: undefined }), faults: ["hung", "hung", "hung"] }))).toBe("broken");
  });

  test("a kept connection was closed on a request that had been taken", () => {
    const asked = anAsked({ end: "unaccepted", received: undefined });
    expect(verdict(aRecord({ asked }))).toBe("broken");
    expect(verdict(aRecord({ asked, arrivals: [] }))).toBe("unjudged");
  });

  test("a kept one, on an upload that was still being sent, which may have been answered early where its attempt failed", () => {
    const asked = anAsked({ ask: aPost({ kind: "large" }), end: "unaccepted", received: undefined, sentAt: undefined });
    const arrivals = [anArrival({ bodySha: undefined, answered: undefined, broken: true })];
    expect(verdict(aRecord({ asked, arrivals, faults: ["hung", "none", "none"] }))).toBe("unjudged");
    expect(verdict(aRecord({ asked, arrivals }))).toBe("broken");
    expect(verdict(aRecord({ asked: { ...asked, sentAt: 1_050 }, arrivals, faults: ["hung", "none", "none"] }))).toBe("broken");
  });

  test("a connection was closed on a body that was still being sent", () => {
    const overtaken = { end: "overtaken", received: undefined, sentAt: undefined } as const;
    const hopeless = { arrivals: [], faults: ["hung", "hung", "hung"] } as const;
    expect(verdict(aRecord({ asked: anAsked({ ask: aPost(), ...overtaken }), ...hopeless }))).toBe("broken");
    // A streamed upload is answered early, but only where its one attempt can have failed.
    expect(verdict(aRecord({ asked: anAsked({ ask: aPost({ kind: "large" }), ...overtaken }), ...hopeless }))).toBe("unjudged");
    expect(verdict(aRecord({ asked: anAsked({ ask: aPost({ kind: "large" }), ...overtaken }), arrivals: [] }))).toBe("broken");
  });

  test("it hangs though somebody served", () => {
    expect(verdict(aRecord({ asked: anAsked({ end: "hung", received: undefined }), arrivals: [] }))).toBe("broken");
  });

  test("a WebSocket whose words did not all come back, and nobody had cut it", () => {
    const ask = anAsk({ kind: "socket", path: "/socket" });
    const received = { status: 101, headers: { "x-served-by": A }, body: Buffer.alloc(0), complete: true };
    const asked = anAsked({ ask, received, echoes: { sent: ["1", "2"], got: ["1"] } });
    const arrival = anArrival({ answered: answered({ status: 101 }) }, ask);
    const rules = { rules: RULES.primaryReplica };
    expect(verdict(aRecord({ asked, arrivals: [arrival] }, rules))).toBe("broken");
    expect(verdict(aRecord({ asked, arrivals: [{ ...arrival, broken: true }] }, rules))).toBe("kept");
    expect(verdict(aRecord({ asked: { ...asked, echoes: { sent: ["1"], got: ["1"] } }, arrivals: [arrival] }, rules))).toBe("kept");
  });
});

describe("unjudged", () => {
  test.for([
    ["nobody served", aRecord({ asked: lost, arrivals: [], faults: ["refused", "hung", "reset"] })],
    [
      "with two attempts, one of three serving is not enough",
      aRecord({ asked: lost, faults: twoDown }, { rules: { ...RULES.messageweave, attempts: 2 } }),
    ],
    ["the client left", aRecord({ asked: anAsked({ end: "left", received: undefined }) })],
    [
      "tried once, and the first was down",
      aRecord({ asked: anAsked({ ask: aPost({ kind: "once" }), received: exhausted }), faults: ["hung", "none", "none"] }),
    ],
    [
      "streamed once, and one was down",
      aRecord({ asked: anAsked({ ask: aPost({ kind: "large" }), received: exhausted }), faults: ["none", "none", "hung"] }),
    ],
    ["the machine was busy elsewhere", aRecord({ asked: lost }, { stalls: [{ from: 1_020, to: 1_400, lostMs: 300 }] })],
    ["an origin had come back only just before", withStretch({ from: 700, to: 900 })],
    ["an origin fell while it was asked", withStretch({ from: 1_050, to: 1_060 })],
  ] as const)("%s", ([, record]) => expect(verdict(record)).toBe("unjudged"));

  test("but not where the machine took little", () => {
    expect(verdict(aRecord({ asked: lost }, { stalls: [{ from: 1_020, to: 1_060, lostMs: 100 }] }))).toBe("broken");
    expect(verdict(aRecord({ asked: lost }, { stalls: [{ from: 1_200, to: 1_600, lostMs: 400 }] }))).toBe("broken");
  });

  test("but not when the origin had been back for long enough, or fell later", () => {
    expect(verdict(withStretch({ from: 100, to: 700 }))).toBe("broken");
    expect(verdict(withStretch({ from: 1_101, to: 1_200 }))).toBe("broken");
  });

  test("nor where the first was well, for a request that is tried once there", () => {
    const asked = anAsked({ ask: aPost({ kind: "once" }), received: exhausted });
    expect(verdict(aRecord({ asked, arrivals: [], faults: ["none", "hung", "hung"] }))).toBe("broken");
  });
});

/** Lost while B and C were down, and A for this long. */
function withStretch({ from, to }: { from: number; to: number }): StormRecord {
  const record = aRecord({ asked: lost, arrivals: [], faults: ["none", "hung", "hung"] });
  const timeline = [{ from, to, fault: { kind: "refused" } as const }];
  return { ...record, origins: record.origins.map((origin) => (origin.url === A ? { ...origin, timeline } : origin)) };
}

test("C is like the others", () => {
  const asked = anAsked({ received: answerOf(C) });
  expect(verdict(aRecord({ asked, arrivals: [anArrival({ origin: C })], faults: ["hung", "hung", "none"] }))).toBe("kept");
});

describe("a connection that its origin had reset while the runtime kept it", () => {
  const lostTwice = (connections: number, at: number, arrivals: readonly Arrival[] = []): readonly (string | undefined)[] => {
    const record = aRecord({ asked: lost, arrivals, faults: ["none", "hung", "hung"] });
    const origins = record.origins.map((origin) => (origin.url === A ? { ...origin, resets: [{ at, connections }] } : origin));
    const evidence = evidenceOf({ ...record, origins });
    return [lost, lost].map((asked) => judgeAnswered(asked, evidence).verdict);
  };
  test("excuses as many requests as there were such connections", () => {
    expect(lostTwice(2, 500)).toEqual(["unjudged", "unjudged"]);
    expect(lostTwice(1, 500)).toEqual(["unjudged", "broken"]);
    expect(lostTwice(0, 500)).toEqual(["broken", "broken"]);
  });
  test("not for longer than one is kept, and not before it was reset", () => {
    expect(lostTwice(2, -5_001)).toEqual(["broken", "broken"]);
    expect(lostTwice(2, 1_200)).toEqual(["broken", "broken"]);
  });
  test("and not where the request did arrive", () => {
    expect(lostTwice(2, 500, [anArrival({ answered: undefined })])).toEqual(["broken", "broken"]);
  });
});
