import { stripVTControlCharacters } from "node:util";
import { beforeEach, expect, it } from "vitest";
import { createRequestLines } from "../../dev/request-line.ts";

let time = 0;
let lineOf: (line: string) => string | undefined;

beforeEach(() => {
  time = 1_000_000;
  const names = { nameOf: (origin: string) => origin.replace("https://", "").toUpperCase(), width: 7 };
  const lines = createRequestLines(names, () => time);
  lineOf = (line) => {
    const text = lines(line);
    return text === undefined ? undefined : stripVTControlCharacters(text).replace(/ {2,}/g, " | ");
  };
});

const failed = (origin: string, failure: string, path = "/ready", method = "GET") =>
  lineOf(JSON.stringify({ event: "attempt-failed", method, path, origin, failure }));
const answered = (backend: string | null, { status = 200, ms = 5, path = "/ready", method = "GET", scheme = "https" } = {}) =>
  lineOf(JSON.stringify({ event: "request", scheme, method, path, status, backend, ms }));

it("shows method, path, status, backend and milliseconds", () => {
  expect(answered("https://b")).toBe("GET | /ready | 200 | B | 5 ms");
});

it("names the gateway where no backend answered, and the plain side", () => {
  expect(answered(null, { status: 404, path: "/nope" })).toBe("GET | /nope | 404 | gateway | 5 ms");
  expect(answered(null, { status: 308, scheme: "http" })).toBe("GET | /ready (http) | 308 | gateway | 5 ms");
});

it("tells the failover in the line of the request that it belongs to", () => {
  expect(failed("https://a", "timeout")).toBeUndefined();
  expect(answered("https://c", { path: "/healthz" })).toBe("GET | /healthz | 200 | C | 5 ms");
  expect(answered("https://c", { method: "POST" })).toBe("POST | /ready | 200 | C | 5 ms");
  expect(answered("https://b", { ms: 700 })).toBe("GET | /ready | 200 | B | 700 ms | A failed (timeout), B answered");
  expect(answered("https://b")).toBe("GET | /ready | 200 | B | 5 ms");
});

it("tells all of it when nobody answered", () => {
  failed("https://a", "network");
  failed("https://b", "status 500");
  expect(lineOf(`{"event":"all-failed","method":"GET","path":"/ready","failure":"status 500"}`)).toBeUndefined();
  expect(answered(null, { status: 503 })).toBe("GET | /ready | 503 | gateway | 5 ms | A failed (network), then B failed (status 500)");
});

it("gives a failure neither to a request that began later nor to one that the same origin answered, and none twice", () => {
  failed("https://a", "timeout");
  time += 2000;
  expect(answered("https://b", { ms: 10 })).toBe("GET | /ready | 200 | B | 10 ms");
  failed("https://a", "network");
  failed("https://a", "network");
  expect(answered("https://a", { ms: 10 })).toBe("GET | /ready | 200 | A | 10 ms");
  expect(answered("https://b", { ms: 10 })).toContain("A failed (network), B answered");
  expect(answered("https://c", { ms: 10 })).toContain("A failed (network), C answered");
  expect(answered("https://c", { ms: 10 })).not.toContain("failed");
});

it("hides the runtime's small talk and shows what is unexpected", () => {
  expect(lineOf("workerd/server/server.c++:1: info: Inspector is listening")).toBeUndefined();
  expect(lineOf("")).toBeUndefined();
  expect(lineOf("workerd/server/server.c++:1: error: something broke")).toContain("something broke");
  expect(lineOf(`{"event":"to-come","origin":"https://a"}`)).toContain("to-come");
});

it("says who is suspect, and who is back", () => {
  expect(lineOf(`{"event":"origin-suspect","origin":"https://a","failure":"slow"}`)).toBe("A is suspect (slow): tried last from now on");
  expect(lineOf(`{"event":"origin-back","origin":"https://a"}`)).toBe("A is back: a probe found it up");
});

it("tells a failure from an answer that is handed on although it counts as one", () => {
  failed("https://a", "network", "/form", "POST");
  failed("https://b", "status 502", "/form", "POST");
  expect(answered("B", { status: 502, path: "/form", method: "POST" })).toBe(
    "POST | /form | 502 | B | 5 ms | A failed (network), then B failed (status 502), whose answer is handed on",
  );
});
