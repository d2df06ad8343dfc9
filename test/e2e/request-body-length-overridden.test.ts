/** SPEC 1.5: a length that the framing overrides says nothing of how much will come (RFC 9112 §6.3). */
import { expect } from "vitest";
import { status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";

test("a chunked body over the limit is tried once, whatever Content-Length stands beside it", async ({ lab }) => {
  const origins = [await lab.origin(status(500)), await lab.origin(status(500))];
  const gateway = await lab.gateway(origins, { LB_MAX_REPLAY_BYTES: "1000" });
  const head = "POST /webhook/tg HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n";
  await gateway.raw(`${head}c350\r\n${"x".repeat(50_000)}\r\n0\r\n\r\n`);
  expect(origins.flatMap(({ arrivals }) => arrivals.map(({ received }) => received))).toEqual([50_000]);
});
