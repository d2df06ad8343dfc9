/** SPEC 1.5: a body over LB_MAX_REPLAY_BYTES streams to one origin and is tried once; memory stays bounded. */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import type { Behave } from "./support/https-origin.ts";
import { status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";
import { pieces, slowPieces, until } from "./support/until.ts";

const LIMIT = 10_000;
const ENV = { LB_MAX_REPLAY_BYTES: String(LIMIT) };
const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const FRAMINGS = [
  ["declared", (bytes: Buffer) => ({ body: bytes })],
  ["chunked", (bytes: Buffer) => ({ body: [...pieces(bytes, 1_700)] })],
] as const;

describe("the limit", () => {
  for (const [framing, framed] of FRAMINGS) {
    test(`a ${framing} body of exactly LB_MAX_REPLAY_BYTES is tried at both origins, one byte more at one`, async ({ lab }) => {
      const origins = [await lab.origin(status(500)), await lab.origin(status(500))];
      const gateway = await lab.gateway(origins, ENV);
      const hits = async (size: number): Promise<number> => {
        const before = origins.flatMap(({ arrivals }) => arrivals).length;
        const answer = await gateway.send("/webhook/tg", { method: "POST", ...framed(Buffer.alloc(size, 1)) });
        expect([answer.status, answer.reason, answer.text]).toEqual([503, "All Backends Unavailable", "all backends failed: status 500"]);
        return origins.flatMap(({ arrivals }) => arrivals).length - before;
      };
      expect([await hits(LIMIT - 1), await hits(LIMIT), await hits(LIMIT + 1), await hits(10 * LIMIT)]).toEqual([2, 2, 1, 1]);
    });

    test(`a larger ${framing} body arrives whole`, async ({ lab }) => {
      const origin = await lab.origin();
      const gateway = await lab.gateway([origin, await lab.origin()], ENV);
      const bytes = randomBytes(3 * LIMIT + 7);
      for (let i = 0; i < 40 && origin.arrivals.length === 0; i++) {
        expect((await gateway.send("/webhook/tg", { method: "POST", ...framed(bytes) })).status).toBe(200);
      }
      const { sha256, fields } = origin.last();
      expect([sha256, fields.get("content-length")]).toEqual([hash(bytes), framing === "declared" ? String(bytes.length) : undefined]);
    });

    test(`a larger ${framing} body is lost with its one origin: 503, and the reason is that attempt's`, async ({ lab }) => {
      const gateway = await lab.gateway([await lab.dead(), await lab.dead()], ENV);
      const answer = await gateway.send("/webhook/tg", { method: "POST", ...framed(Buffer.alloc(5 * LIMIT)) });
      expect([answer.status, answer.text]).toEqual([503, "all backends failed: network"]);
      await until("its log", () => gateway.events().length >= 2);
      expect(gateway.events().map(({ event }) => event)).toEqual(["attempt-failed", "all-failed"]);
    });
  }

  test("the origin of a streamed body is chosen like any other's first", async ({ lab }) => {
    const origins = [await lab.origin(), await lab.origin()];
    const gateway = await lab.gateway(origins, ENV);
    for (let i = 0; i < 40 && origins.some(({ arrivals }) => arrivals.length === 0); i++) {
      await gateway.send("/webhook/tg", { method: "POST", body: Buffer.alloc(2 * LIMIT) });
    }
    expect(origins.map(({ arrivals }) => arrivals.length > 0)).toEqual([true, true]);
  });
});

describe("streaming", () => {
  test.for([
    ["declared", 4 * LIMIT],
    ["chunked", undefined],
  ] as const)("the origin has the beginning while the client holds back the end: %s", async ([, length], { lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.gateway([origin], ENV);
    const bytes = randomBytes(4 * LIMIT);
    let release = (): void => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    const body = (async function* () {
      yield bytes.subarray(0, 3 * LIMIT);
      await released;
      yield bytes.subarray(3 * LIMIT);
    })();
    const exchange = gateway.open("/webhook/tg", { method: "POST", body, ...(length !== undefined && { length }) });
    await until("the beginning at the origin", () => origin.arrivals[0]?.received === 3 * LIMIT);
    expect(exchange.answered).toBe(false);
    release();
    expect([(await exchange.answer).status, origin.last().sha256]).toEqual([200, hash(bytes)]);
  });

  test.for([
    ["declared", 30_000],
    ["chunked", undefined],
  ] as const)("an upload slower than the timeout is not cut: the wait begins at its end: %s", async ([, length], { lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.gateway([origin], { ...ENV, LB_REQUEST_TIMEOUT_MS: "300" });
    const bytes = randomBytes(30_000);
    const body = slowPieces(bytes, 5_000, 90);
    const answer = await gateway.send("/push/jmap", { method: "POST", body, ...(length !== undefined && { length }) });
    expect([answer.status, origin.last().sha256]).toEqual([200, hash(bytes)]);
    expect(answer.ms).toBeGreaterThan(400);
  });

  const silent: Behave = () => undefined;

  test.for(FRAMINGS)("when it has been handed on, the timeout holds: %s", async ([, framed], { lab }) => {
    const gateway = await lab.gateway([await lab.origin(silent)], { ...ENV, LB_REQUEST_TIMEOUT_MS: "300" });
    const answer = await gateway.send("/push/jmap", { method: "POST", ...framed(Buffer.alloc(3 * LIMIT)) });
    expect([answer.status, answer.text]).toEqual([503, "all backends failed: timeout"]);
    expect(answer.ms).toBeGreaterThanOrEqual(290);
    expect(answer.ms).toBeLessThan(3_000);
  });

  test("an answer that comes before the end of the upload is the answer", async ({ lab }) => {
    const origin = await lab.origin((_, response) => void response.writeHead(413, { "Content-Length": "9" }).end("too large"), {
      early: true,
    });
    const gateway = await lab.gateway([origin], ENV);
    const answer = await gateway.send("/push/jmap", {
      method: "POST",
      body: slowPieces(Buffer.alloc(200_000), 10_000, 20),
      length: 200_000,
    });
    expect([answer.status, answer.text, answer.complete]).toEqual([413, "too large", true]);
  });

  test("a client that leaves in the middle of a streamed upload takes it from the origin, and nothing else", async ({ lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.gateway([origin], ENV);
    const exchange = gateway.open("/webhook/tg", { method: "POST", length: 100_000 });
    await exchange.write(Buffer.alloc(50_000));
    await until("the beginning at the origin", () => origin.arrivals[0]?.received === 50_000);
    exchange.leave();
    await until("the origin is let go", () => origin.last().closed);
    expect([origin.last().body, (await gateway.send("/api/status")).status]).toEqual([undefined, 200]);
  });

  test("20 MB under the default limit arrive whole", async ({ lab }) => {
    const origin = await lab.origin();
    const bytes = randomBytes(20_000_000);
    const answer = await (await lab.gateway([origin])).send("/webhook/tg", { method: "POST", body: bytes });
    expect([answer.status, origin.last().sha256]).toEqual([200, hash(bytes)]);
  });
});
