import { describe, expect, test } from "vitest";
import { allFailed, badRequest, json, methodNotAllowed, misconfigured, notForwarded, toHttps } from "../../../src/engine/answers.ts";

const EXHAUSTED = { lastAnswer: false, statusText: "Nothing Left", text: (failure: string) => `nothing left: ${failure}` };
const OWN = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const TEXT = { ...OWN, "content-type": "text/plain; charset=utf-8" };

describe("an answer that the gateway makes up itself, to the letter", () => {
  test.for([
    ["toHttps", toHttps("http://x.example/a?b=1"), 308, "", "redirecting to https", { ...TEXT, location: "https://x.example/a?b=1" }],
    ["badRequest", badRequest(), 400, "", "bad request", TEXT],
    ["notForwarded", notForwarded("/debug/vars"), 404, "", "route not forwarded: /debug/vars", TEXT],
    ["methodNotAllowed", methodNotAllowed("/a", "GET, PUT"), 405, "", "method not allowed for /a", { ...TEXT, allow: "GET, PUT" }],
    ["misconfigured", misconfigured("misconfigured backends"), 503, "", "misconfigured backends", TEXT],
    ["allFailed", allFailed("status 502", EXHAUSTED), 503, "Nothing Left", "nothing left: status 502", TEXT],
    [
      "allFailed with the standard reason phrase",
      allFailed("timeout", { ...EXHAUSTED, statusText: "" }),
      503,
      "",
      "nothing left: timeout",
      TEXT,
    ],
    ["json", json(200, { b: 1, a: null }), 200, "", '{"b":1,"a":null}', { ...OWN, "content-type": "application/json" }],
  ] as const)("%s", async ([, response, status, statusText, body, headers]) => {
    expect([response.status, response.statusText, await response.text()]).toEqual([status, statusText, body]);
    expect(Object.fromEntries(response.headers)).toEqual(headers);
  });
});

describe("C-HTTPS-INBOUND: the same URL with https", () => {
  test.for([
    ["http://x.example/", "https://x.example/"],
    ["http://x.example:8788/a", "https://x.example:8788/a"],
    ["http://x.example/a?b=http://y/", "https://x.example/a?b=http://y/"],
    ["http://x.example/a?", "https://x.example/a?"],
    ["http://x.example//y.example/", "https://x.example//y.example/"],
  ] as const)("%s → %s", ([from, to]) => {
    expect(toHttps(from).headers.get("location")).toBe(to);
  });
});
