/** Answers that the runtime can hardly take: none costs more than it must. */
import { describe, expect } from "vitest";
import { test } from "./support/lab.ts";

describe("NFR-HA-MULTI-INSTANCE: a Content-Length that is none moves on to the next origin", () => {
  test.for(["-1", "two", "+2", "2\r\nContent-Length: 3"])("%j", async (length, { lab }) => {
    const bad = await lab.bytes(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\nno`);
    const gateway = await lab.gateway([bad, await lab.origin()]);
    for (let i = 0; i < 8; i++) expect((await gateway.send("/api/status")).status).toBe(200);
  });
});

test("SAF-LB-PASSTHRU: a reason phrase that no Response can be made with costs neither the observation nor the hop-by-hop rule", async ({
  lab,
}) => {
  const origin = await lab.bytes("HTTP/1.1 200 a\tb\r\nConnection: close, X-Int\r\nX-Int: 1\r\nX-Own: 1\r\nContent-Length: 2\r\n\r\nok");
  const answer = await (await lab.gateway([origin])).send("/api/status");
  expect([answer.status, answer.text, answer.fields.get("x-int"), answer.fields.get("x-own"), answer.fields.get("x-lb-backend")]).toEqual([
    200,
    "ok",
    undefined,
    "1",
    origin.url,
  ]);
});

test("a JSON binding that refuses to be a number is ignored", async ({ lab }) => {
  const origin = await lab.origin();
  const gateway = await lab.gateway([origin], {}, { json: { LB_MAX_ATTEMPTS: { toString: 1, valueOf: 1 } } });
  expect((await gateway.send("/api/status")).status).toBe(200);
});

test.for(["/\xe9", "\xff\xfe/x"])("a Location that is not UTF-8 is handed back with its bytes: %j", async (location, { lab }) => {
  const origin = await lab.bytes(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const answer = await (await lab.gateway([origin])).send("/");
  expect([answer.status, answer.fields.get("location"), origin.arrivals.length]).toEqual([302, location, 1]);
});
