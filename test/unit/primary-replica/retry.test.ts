import { describe, expect, test } from "vitest";
import type { Failure } from "../../../src/engine/model.ts";
import { isFailureStatus, maySendAgain, retryUnsafeOf } from "../../../src/primary-replica/retry.ts";

/** The contract, written out a second time on purpose. */
const NO_APPLICATION = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];
const UNDELIVERED = [521, 523, 525, 526, 530];
const REPEATABLE = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];
const OTHERS = ["POST", "PATCH", "PROPFIND", "REPORT", "TRACE", "get", "Put", "X-ANYTHING"];

const FAILURES: readonly Failure[] = [
  "timeout",
  "network",
  ...NO_APPLICATION.map((status): Failure => `status ${status}`),
  "status 999",
  "status 52",
];

describe("an attempt fails where no application answered", () => {
  test("502, 503, 504, 520–527, 530, and whatever is below 200 but a WebSocket's 101", () => {
    const failing = Array.from({ length: 1_000 }, (_, status) => status).filter(isFailureStatus);
    const interim = Array.from({ length: 200 }, (_, status) => status).filter((status) => status !== 101);
    expect(failing).toEqual([...interim, ...NO_APPLICATION]);
  });
});

describe("what is the same twice as once may always be sent again", () => {
  test.for(REPEATABLE.flatMap((method) => (["undelivered", "always", "never"] as const).map((policy) => [method, policy] as const)))(
    "%s, %s",
    ([method, policy]) => {
      expect(FAILURES.filter((failure) => !maySendAgain(policy)(method, failure))).toEqual([]);
    },
  );
});

describe.for(OTHERS)("%s may be sent again", (method) => {
  test("by default only when it is certain that nothing was delivered", () => {
    expect(FAILURES.filter((failure) => maySendAgain("undelivered")(method, failure))).toEqual(
      UNDELIVERED.map((status) => `status ${status}`),
    );
  });

  test("with RETRY_UNSAFE=always whatever the failure", () => {
    expect(FAILURES.filter((failure) => !maySendAgain("always")(method, failure))).toEqual([]);
  });

  test("with RETRY_UNSAFE=never not at all", () => {
    expect(FAILURES.filter((failure) => maySendAgain("never")(method, failure))).toEqual([]);
  });
});

describe("RETRY_UNSAFE", () => {
  test.for([
    ["undelivered", "undelivered"],
    ["always", "always"],
    ["never", "never"],
    [" Always ", "always"],
    ["NEVER", "never"],
    [undefined, "undelivered"],
    [null, "undelivered"],
    ["", "undelivered"],
    ["allways", "undelivered"],
    ["true", "undelivered"],
    [true, "undelivered"],
    [1, "undelivered"],
    [["always"], "undelivered"],
    [{}, "undelivered"],
  ] as const)("%j is %s: a typo is the careful one", ([value, expected]) => {
    expect(retryUnsafeOf(value)).toBe(expected);
  });
});
