/** A client that leaves in the middle of a streamed upload: half a body is no body, and no origin's fault. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionOptions, connect } from "node:tls";
import { describe, expect } from "vitest";
import type { Gateway } from "./support/gateway.ts";
import { test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const ON = { LB_MAX_REPLAY_BYTES: "1000", LB_HEALTH_ROUTING: "on" };
const chunk = (size: number): string => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;
const head = (framing: string): string => `POST /webhook/tg HTTP/1.1\r\nHost: lb.example\r\n${framing}\r\n\r\n`;

/** Sends these bytes, then closes its side, or goes on as told; resolves when the gateway has ended the connection. */
async function leaves({ port }: Gateway, bytes: string, last?: string): Promise<string> {
  const socket = connect({ port, rejectUnauthorized: false, allowHalfOpen: true } as ConnectionOptions);
  let answer = "";
  socket.on("data", (data) => {
    answer += data.toString("latin1");
  });
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  socket.on("error", () => undefined);
  socket.write(bytes);
  await sleep(150);
  if (last === undefined) socket.end();
  else socket.write(last);
  await Promise.race([closed, sleep(1_000)]);
  socket.destroy();
  return answer;
}

describe("SAF-LB-PASSTHRU: a body arrives whole or not at all", () => {
  test.for([
    ["declared, then the connection ends", `Content-Length: 50000`, "x".repeat(20_000), undefined],
    ["chunked, then the connection ends", "Transfer-Encoding: chunked", chunk(20_000), undefined],
    ["chunked, then no chunk", "Transfer-Encoding: chunked", chunk(20_000), "zz\r\n"],
    ["chunked, ending between two chunks", "Transfer-Encoding: chunked", chunk(1_100), undefined],
  ] as const)("%s", async ([, framing, begin, last], { lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.gateway([origin], ON);
    const answer = await leaves(gateway, head(framing) + begin, last);
    expect(answer).toMatch(/^(?:HTTP\/1\.1 400 |$)/);
    await until("the origin has seen it go", () => origin.last().closed);
    expect([origin.arrivals.length, origin.last().received > 0, origin.last().body]).toEqual([1, true, undefined]);
    expect(gateway.events()).toEqual([]);
    expect(gateway.log()).not.toMatch(/uncaught exception/i);
  });
});

test("an origin that answers 503 at once, while the upload goes on, leaves no exception behind", async ({ lab }) => {
  const bad = await lab.origin((_, response) => void response.writeHead(503).end("no"), { early: true });
  const gateway = await lab.gateway([bad], ON);
  const slow = (async function* () {
    for (let i = 0; i < 20; i++) {
      yield Buffer.alloc(4_000);
      await sleep(20);
    }
  })();
  const { status } = await gateway.send("/webhook/tg", { method: "POST", body: slow });
  expect(status).toBe(503);
  await until("the line is written", () => gateway.events().some(({ event }) => event === "all-failed"));
  expect(gateway.log()).not.toMatch(/uncaught exception/i);
});

// Where the system tells the memory of a process as Linux does.
test.skipIf(process.platform !== "linux")("a body that comes in crumbs is held in little more than its size", async ({ lab }) => {
  const origin = await lab.origin();
  const gateway = await lab.gateway([origin]);
  const peak = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.pid}/status`, "utf8"))?.[1]) / 1024;
  const crumbs = (count: number) => Array.from({ length: count / 1000 }, () => Buffer.from("1\r\nx\r\n".repeat(1_000)));
  const before = peak();
  const answer = await gateway.raw(
    Buffer.concat([Buffer.from(head("Connection: close\r\nTransfer-Encoding: chunked")), ...crumbs(100_000), Buffer.from("0\r\n\r\n")]),
  );
  expect([answer.status, origin.last().received]).toEqual([200, 100_000]);
  expect(peak() - before).toBeLessThan(150);
});
