import { describe, expect, test } from "vitest";
import { failureOf, movesOn } from "../../../src/engine/failure.ts";

const TRANSPORT_TEXTS = [
  "fetch failed",
  "network error",
  "socket hang up",
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "Network connection lost",
  "internal error; reference =",
];

/** An error whose cause has a cause, so many times. */
function buried(error: unknown, depth: number): unknown {
  return depth === 0 ? error : new Error("outer", { cause: buried(error, depth - 1) });
}

describe("a transport failure is known by its text", () => {
  test.for(TRANSPORT_TEXTS)("%s", (text) => {
    expect(failureOf(new Error(text))).toBe("network");
  });

  test.for(TRANSPORT_TEXTS)("%s, in the middle of more", (text) => {
    expect(failureOf(new TypeError(`could not: ${text} 10.0.0.1:443.`))).toBe("network");
  });

  test.for(TRANSPORT_TEXTS)("%s, as a cause", (text) => {
    expect(failureOf(new TypeError("outer", { cause: new Error(text) }))).toBe("network");
  });
});

describe("a cause is looked for however deep it lies", () => {
  test.for([1, 2, 3, 5, 7, 12, 40])("%i below", (depth) => {
    expect(failureOf(buried(new Error("connect ECONNREFUSED 127.0.0.1:1"), depth))).toBe("network");
  });

  test.for([0, 1, 5])("retryable: true, %i below", (depth) => {
    expect(failureOf(buried(Object.assign(new Error("something"), { retryable: true }), depth))).toBe("network");
  });

  test("a circle of causes ends, and says nothing", () => {
    const first = new Error("first");
    const second = new Error("second", { cause: first });
    first.cause = second;
    expect(failureOf(first)).toBe("internal");
  });

  test("a circle of causes that holds a transport failure is one", () => {
    const first = new Error("first");
    first.cause = new Error("fetch failed", { cause: first });
    expect(failureOf(first)).toBe("network");
  });
});

describe("a timeout is known by its name", () => {
  test.for(["AbortError", "TimeoutError"])("%s", (name) => {
    expect(failureOf(new DOMException("The operation was aborted", name))).toBe("timeout");
  });

  test("whatever its text says", () => {
    expect(failureOf(new DOMException("network error", "TimeoutError"))).toBe("timeout");
  });
});

describe("anything else is a fault of ours", () => {
  test.for([
    ["a TypeError", new TypeError("Can't modify immutable headers.")],
    ["a RangeError", new RangeError("Responses may only be constructed with status codes in the range 200 to 599")],
    ["a DOMException of another name", new DOMException("x", "InvalidStateError")],
    ["an error without text", new Error("")],
    ["an empty object", {}],
    ["a message that is no text", { message: 5 }],
    ["retryable that is not true", { message: "x", retryable: "true" }],
    ["retryable: false", Object.assign(new Error("x"), { retryable: false })],
    ["an abort that is only a cause", new Error("x", { cause: new DOMException("x", "AbortError") })],
    ["a text", "fault"],
    ["null", null],
    ["undefined", undefined],
    ["a number", 5],
    ["a cause that is no object", new Error("x", { cause: 5 })],
    ["almost a text of transport", new Error("fetch has failed; internal error")],
  ] as const)("%s", ([, error]) => {
    expect(failureOf(error)).toBe("internal");
  });
});

describe("NFR-HA-MULTI-INSTANCE: another origin is asked only where it could do better", () => {
  test.for([
    ["timeout", true],
    ["network", true],
    ["status 500", true],
    ["status 599", true],
    ["redirect loop", false],
    ["internal", false],
  ] as const)("%s: %s", ([failure, expected]) => {
    expect(movesOn(failure)).toBe(expected);
  });
});

test("an answer whose Content-Length the runtime cannot read is the origin's fault, which another may mend", () => {
  expect(failureOf(new Error("invalid Content-Length header value; cl = two"))).toBe("network");
});
