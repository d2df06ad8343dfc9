/** Promise 6: memory and sockets return to where they began, and a failed answer is let go. */
import { describe, expect, test } from "vitest";
import { evidenceOf } from "../../../chaos/judge/evidence.ts";
import { judgeReleased } from "../../../chaos/judge/released.ts";
import { judgeResources } from "../../../chaos/judge/resources.ts";
import type { Arrival } from "../../../chaos/record.ts";
import { anArrival, anAsked, answered, aRecord, B } from "../../support/chaos-record.ts";

const before = { rssBytes: 60_000_000, files: 16 };
const found = (after: Partial<typeof before>): number => judgeResources(aRecord({}, { before, after: { ...before, ...after } })).length;

describe("after the quiet time", () => {
  test("what is back is clean", () => {
    expect(found({})).toBe(0);
    expect(found({ rssBytes: 80_000_000, files: 17 })).toBe(0);
  });

  test("an open socket is a violation", () => expect(found({ files: 19 })).toBe(1));
  test("memory is one", () => expect(found({ rssBytes: 200_000_000 })).toBe(1));
  test("a runtime that ended is one", () => expect(judgeResources(aRecord({}, { crashed: true }))).toHaveLength(1));

  test("a request that is still open at an origin is one", () => {
    const record = aRecord();
    const origins = record.origins.map((origin, i) => (i === 0 ? { ...origin, unfinished: [anArrival({ closedAt: undefined })] } : origin));
    expect(judgeResources({ ...record, origins })).toHaveLength(1);
  });

  test("a run that was ended had none", () => expect(judgeResources(aRecord({}, { after: undefined }))).toEqual([]));
});

describe("a failed answer without end", () => {
  const released = (closedAt: number | undefined, next = true): number => {
    const failed: Arrival = anArrival({ answered: answered({ status: 500, endless: true }), closedAt });
    const arrivals = next ? [failed, anArrival({ origin: B, at: 1_020 })] : [failed];
    return judgeReleased(anAsked(), evidenceOf(aRecord({ arrivals }))).length;
  };
  test("that ends with its attempt is clean", () => expect(released(1_030)).toBe(0));
  test("that was the last attempt's is none of this", () => expect(released(3_000, false)).toBe(0));
  test("that goes on beside the next attempt is a violation", () => expect(released(1_700)).toBe(1));
  test("that never ends is one", () => expect(released(undefined)).toBe(1));
});
