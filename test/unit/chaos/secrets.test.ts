/** Promise 5: nothing secret in any log line or text of the gateway's own. */
import { describe, expect, test } from "vitest";
import { judgeSecrets } from "../../../chaos/judge/secrets.ts";
import { A, anAsked, aRecord, CANARY, exhausted, ownAnswer } from "../../support/chaos-record.ts";

const found = (...lines: readonly string[]): number => judgeSecrets(aRecord({}, { lines })).length;
const attempt = { event: "attempt-failed", method: "GET", path: "/api/status", origin: A, failure: "network" };
const line = (with_: object): string => JSON.stringify({ ...attempt, ...with_ });

describe("clean", () => {
  test.for([
    line({}),
    line({ failure: "status 503" }),
    JSON.stringify({ event: "all-failed", method: "GET", path: "/api/status", failure: "timeout" }),
    JSON.stringify({ event: "origin-suspect", origin: A, failure: "slow" }),
    JSON.stringify({ event: "origin-back", origin: A }),
    "workerd/jsg/util.c++:407: info: exception = kj/async-io-unix.c++:568: disconnected: ::read(fd, buffer, maxBytes): Connection reset by peer",
    "workerd/jsg/setup.c++:625: info: CODE_MOVED for unknown code block?",
    "stack: /a/bin/workerd@51fbbfa /a/bin/workerd@51fc8ac",
  ])("%s", (one) => expect(found(one)).toBe(0));

  test("an answer of the gateway's own", () => expect(judgeSecrets(aRecord({ asked: anAsked({ received: exhausted }) }))).toEqual([]));
});

describe("a violation", () => {
  test.for([
    line({ path: `/api/status?token=${CANARY}` }),
    line({ path: "/api/status?id=r1" }),
    line({ path: "/never/asked" }),
    line({ origin: "https://elsewhere" }),
    line({ failure: "Network connection lost." }),
    line({ header: "x" }),
    JSON.stringify({ event: "request", path: "/" }),
    `workerd/jsg/util.c++:407: info: exception = kj/a.c++:1: disconnected: Bearer ${CANARY}`,
    "workerd/jsg/util.c++:407: info: exception = kj/a.c++:1: failed: expected something",
    "Uncaught Error: oops",
    "{ not json",
  ])("%s", (one) => expect(found(one)).toBe(1));

  test.for([ownAnswer(503, `all backends failed: ${CANARY}`), ownAnswer(503, "", { "x-why": CANARY })])(
    "told to a client: %j",
    (received) => {
      expect(judgeSecrets(aRecord({ asked: anAsked({ received }) }))).toHaveLength(1);
    },
  );
});
