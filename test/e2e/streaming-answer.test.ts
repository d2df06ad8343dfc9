/** SPEC 1.4 and 1.6: an answer flows while it is written, and a body that has begun is never cut. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import type { Behave } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const TIMEOUT = { LB_REQUEST_TIMEOUT_MS: "400" };

/** Writes a piece every so often until the client leaves. */
const endless: Behave = (_, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write("tick "), 20);
  response.on("close", () => clearInterval(timer));
};

describe("C-NO-LONG-CONN, SAF-LB-PASSTHRU: an answer streams", () => {
  test("head and first bytes are there while the origin is still writing", async ({ lab }) => {
    let finish = (): void => undefined;
    const origin = await lab.origin((_, response) => {
      response.writeHead(200, { "X-Early": "yes" });
      response.write("first ");
      finish = () => void response.end("last");
    });
    const gateway = await lab.gateway([origin]);
    const exchange = gateway.open("/api/status");
    const head = await exchange.head;
    await until("the first bytes", () => exchange.received >= 6);
    expect([head.status, head.fields.get("x-early"), origin.last().closed]).toEqual([200, "yes", false]);
    finish();
    const answer = await exchange.answer;
    expect([answer.text, answer.complete]).toEqual(["first last", true]);
  });

  test.for([
    ["chunked", {}],
    ["with a declared length", { "Content-Length": "50" }],
  ] as const)("a slow body, %s, that takes longer than the timeout arrives whole", async ([, fields], { lab }) => {
    const origin = await lab.origin(async (_, response) => {
      response.writeHead(200, fields);
      for (let i = 0; i < 5; i++) {
        response.write("0123456789");
        await sleep(160);
      }
      response.end();
    });
    const answer = await (await lab.gateway([origin], TIMEOUT)).send("/api/status");
    expect([answer.text, answer.complete]).toEqual(["0123456789".repeat(5), true]);
    expect(answer.ms).toBeGreaterThan(600);
  });

  test("a body that pauses for longer than the timeout is not cut either", async ({ lab }) => {
    const origin = await lab.origin(async (_, response) => {
      response.write("before ");
      await sleep(700);
      response.end("after");
    });
    expect((await (await lab.gateway([origin], TIMEOUT)).send("/")).text).toBe("before after");
  });

  test("an endless body keeps flowing, and is let go when the client leaves", async ({ lab }) => {
    const origin = await lab.origin(endless);
    const exchange = (await lab.gateway([origin], TIMEOUT)).open("/api/status");
    await exchange.head;
    const started = performance.now();
    await until("bytes after twice the timeout", () => performance.now() - started > 800 && exchange.received > 0);
    const before = exchange.received;
    await until("more bytes", () => exchange.received > before);
    expect(origin.last().closed).toBe(false);
    exchange.leave();
    await until("the origin is let go", () => origin.last().closed);
  });

  test("a client that reads slowly gets a large body whole", async ({ lab }) => {
    const body = randomBytes(8_000_000);
    const origin = await lab.origin((_, response) => void response.end(body));
    const answer = await (await lab.gateway([origin], TIMEOUT)).send("/api/status");
    expect(answer.body.equals(body)).toBe(true);
  });
});

describe("a body that is cut after the head", () => {
  test("with a declared length: it ends short at the client, and no other origin is asked", async ({ lab }) => {
    const cut = await lab.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
    const other = await lab.origin();
    const gateway = await lab.gateway([cut, other]);
    let cuts = 0;
    for (let i = 0; i < 40 && cuts < 2; i++) {
      const answer = await gateway.send("/api/status");
      expect(answer.status).toBe(200);
      if (answer.fields.get("x-lb-backend") !== cut.url) continue;
      cuts++;
      expect([answer.complete, answer.text, answer.fields.get("content-length")]).toEqual([false, "only this", "100"]);
    }
    expect([cuts, cut.arrivals.length]).toEqual([2, 2]);
    expect(gateway.events()).toEqual([]);
  });
});
