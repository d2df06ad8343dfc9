/** Promise 7: no request waits beyond its budget. */
import { describe, expect, test } from "vitest";
import { judgeBudget } from "../../../chaos/judge/budget.ts";
import { evidenceOf } from "../../../chaos/judge/evidence.ts";
import type { Asked } from "../../../chaos/record.ts";
import type { Stall } from "../../../chaos/stalls.ts";
import { anAsk, anAsked, aPost, aRecord, RULES } from "../../support/chaos-record.ts";

const { attempts, timeoutMs, onceTimeoutMs } = RULES.messageweave;
const SLACK_MS = 600;

function found(with_: Partial<Asked>, stalls: Stall[] = []): number {
  const asked = anAsked(with_);
  return judgeBudget(asked, evidenceOf(aRecord({ asked }, { stalls }))).length;
}
const headAfter = (ms: number, with_: Partial<Asked> = {}): Partial<Asked> => ({
  startedAt: 0,
  sentAt: 0,
  headAt: ms,
  endedAt: ms,
  ...with_,
});

test.for([
  ["any request", anAsk(), attempts * timeoutMs],
  ["one that is tried once", aPost({ kind: "once" }), onceTimeoutMs],
  ["a streamed upload", aPost({ kind: "large" }), timeoutMs],
  ["what is not forwarded", anAsk({ kind: "refused" }), 0],
  ["the aggregate", anAsk({ kind: "own" }), 2 * (timeoutMs + 250)],
] as const)("%s has its own budget", ([, ask, budgetMs]) => {
  expect(found(headAfter(budgetMs + SLACK_MS, { ask }))).toBe(0);
  expect(found(headAfter(budgetMs + SLACK_MS + 1, { ask }))).toBe(1);
});

describe("the wait", () => {
  const long = attempts * timeoutMs + SLACK_MS + 500;
  test("begins with the last byte of the body", () => {
    expect(found(headAfter(long, { sentAt: 600 }))).toBe(0);
    expect(found(headAfter(long, { sentAt: 400 }))).toBe(1);
  });
  test("is less by what this process stood still", () => expect(found(headAfter(long), [{ from: 100, to: 700, lostMs: 600 }])).toBe(0));
  test("that does not end is a violation", () => expect(found({ end: "hung", headAt: undefined, received: undefined })).toBe(1));
});
