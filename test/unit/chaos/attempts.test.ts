/** Promise 4: at most the allowed attempts, and the runtime's own repetition is allowed exactly where it happens. */
import { describe, expect, test } from "vitest";
import type { Rules } from "../../../chaos/gateways/rules.ts";
import { judgeAttempts } from "../../../chaos/judge/attempts.ts";
import { evidenceOf } from "../../../chaos/judge/evidence.ts";
import type { Ask } from "../../../chaos/plan/asks.ts";
import type { Arrival } from "../../../chaos/record.ts";
import { A, anArrival, anAsk, anAsked, answered, aPost, aRecord, B, C, RULES } from "../../support/chaos-record.ts";

function found(ask: Ask, arrivals: readonly Partial<Arrival>[], rules: Rules = RULES.messageweave): number {
  const asked = anAsked({ ask });
  const record = aRecord({ asked, arrivals: arrivals.map((one, i) => anArrival({ at: 1_010 + i, ...one }, ask)) }, { rules });
  return judgeAttempts(asked, evidenceOf(record)).length;
}

const each = [{ origin: A }, { origin: B }, { origin: C }];
const two = { ...RULES.messageweave, attempts: 2 };
const resetOnKept = { origin: A, kept: true, broken: true, answered: undefined };
const led = (to: string, status = 307) => ({ answered: answered({ status, location: `${to}/api/status` }) });

describe("clean", () => {
  test.for([
    ["one", anAsk(), [{}], RULES.messageweave],
    ["each origin once", anAsk(), each, RULES.messageweave],
    ["a GET once more, after a reset of a kept connection", anAsk(), [resetOnKept, ...each], RULES.messageweave],
    ["a redirect followed", anAsk(), [{ origin: A, ...led(B) }, { origin: B }, { origin: C }, { origin: A }], RULES.messageweave],
    [
      "a POST after a timeout",
      aPost(),
      [
        { at: 1_000, answered: undefined, closedAt: 1_710 },
        { origin: B, at: 1_705 },
      ],
      RULES.messageweave,
    ],
    ["a POST after a 500", aPost(), [{ answered: answered({ status: 500 }) }, { origin: B }], RULES.messageweave],
    [
      "a GET at two origins at once",
      anAsk(),
      [
        { at: 1_000, answered: undefined },
        { origin: B, at: 1_120 },
      ],
      RULES.messageweave,
    ],
    ["a POST after a 521", aPost(), [{ answered: answered({ status: 521 }) }, { origin: B }], RULES.primaryReplica],
    ["a PUT after a reset", anAsk({ kind: "PUT", method: "PUT", bodyBytes: 9 }), [{ broken: true }, { origin: B }], RULES.primaryReplica],
  ] as const)("%s", ([, ask, arrivals, rules]) => expect(found(ask, arrivals, rules)).toBe(0));
});

describe("a violation", () => {
  test.for([
    [
      "a POST at two origins at once",
      aPost(),
      [
        { at: 1_000, answered: undefined, closedAt: 1_200 },
        { origin: B, at: 1_120 },
      ],
      RULES.messageweave,
    ],
    [
      "a POST at another origin, though one had answered",
      aPost(),
      [
        { at: 1_000, closedAt: 1_200 },
        { origin: B, at: 1_120 },
      ],
      RULES.messageweave,
    ],
    ["a third of two", anAsk(), each, two],
    ["a fourth of three", anAsk(), [...each, { origin: A }], RULES.messageweave],
    ["an origin twice", anAsk(), [{ origin: A }, { origin: A }], RULES.messageweave],
    ["an origin twice, after a reset of a fresh connection", anAsk(), [{ ...resetOnKept, kept: false }, { origin: A }], RULES.messageweave],
    ["an origin twice, though it had answered", anAsk(), [{ kept: true, broken: true }, { origin: A }], RULES.messageweave],
    ["a POST at an origin twice, though its kept connection was reset", aPost(), [resetOnKept, { origin: A }], RULES.messageweave],
    ["a second of a route that is tried once", aPost({ kind: "once" }), [{ origin: A }, { origin: B }], RULES.messageweave],
    ["a second of a streamed upload", aPost({ kind: "large" }), [{ origin: A }, { origin: B }], RULES.messageweave],
    ["a POST led on by a 302", aPost({ kind: "once" }), [{ origin: A, ...led(B, 302) }, { origin: B }], RULES.messageweave],
    [
      "a redirect followed where none is",
      anAsk(),
      [{ origin: A, ...led(B) }, { origin: B }, { origin: C }, { origin: A }],
      RULES.primaryReplica,
    ],
    ["a POST sent again after a reset", aPost(), [{ broken: true, answered: undefined }, { origin: B }], RULES.primaryReplica],
    ["a POST sent again after a 503", aPost(), [{ answered: answered({ status: 503 }) }, { origin: B }], RULES.primaryReplica],
    ["what is not forwarded", anAsk({ kind: "refused" }), [{}], RULES.messageweave],
    ["the gateway's own endpoint", anAsk({ kind: "own" }), [{}], RULES.messageweave],
  ] as const)("%s", ([, ask, arrivals, rules]) => expect(found(ask, arrivals, rules)).toBe(1));
});
