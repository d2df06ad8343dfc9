/** The faults of the bench, seen from a client over real TLS. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { breakOrigin } from "../../bench/failover/fault.ts";
import { type FaultyOrigin, startFaultyOrigin } from "../../bench/failover/faulty-origin.ts";
import { FLAP_MS, SLOW_ANSWER_MS } from "../../bench/failover/kinds.ts";
import { type Certificates, makeCertificates } from "../../dev/certificates.ts";
import { ask } from "./support/ask.ts";

let certificates: Certificates;
let origin: FaultyOrigin;

beforeAll(async () => {
  certificates = await makeCertificates();
  origin = await startFaultyOrigin(certificates);
});
afterEach(() => origin.become("well"));
afterAll(() => origin.close());

const at = (path = "/", body?: string) =>
  ask(`${origin.url}${path}`, {
    ca: certificates.ca,
    method: body === undefined ? "GET" : "POST",
    timeoutMs: SLOW_ANSWER_MS + 1_000,
    ...(body === undefined ? {} : { body }),
  });

describe("an origin that breaks on command", () => {
  it("refused: nobody listens, and the same port answers when it is well again", async () => {
    await origin.become("refused");
    await expect(at()).rejects.toThrow("ECONNREFUSED");
    await origin.become("well");
    expect(await at()).toMatchObject({ status: 200 });
  });

  it("reset: the request is read, and the connection reset", async () => {
    await origin.become("reset");
    await expect(at("/", "a body")).rejects.toThrow("ECONNRESET");
    expect(origin.seen().reached).toBe(1);
  });

  it("500: at once", async () => {
    await origin.become("500");
    expect(await at()).toMatchObject({ status: 500 });
  });

  it("slow: well, but late", async () => {
    await origin.become("slow");
    const from = performance.now();
    expect(await at()).toMatchObject({ status: 200 });
    expect(performance.now() - from).toBeGreaterThan(SLOW_ANSWER_MS - 20);
  });

  it("hanging: what it took it never answers, healed or not", async () => {
    await origin.become("hanging");
    const hung = at().then(
      () => "answered",
      () => "nothing",
    );
    while (origin.seen().reached === 0) await wait(5);
    await origin.become("well");
    expect(await at()).toMatchObject({ status: 200 });
    expect(await hung).toBe("nothing");
  });

  it("counts what reached it since it changed, health checks aside", async () => {
    await origin.become("500");
    await at("/healthz");
    expect(origin.seen()).toMatchObject({ reached: 0, firstReachedAt: undefined });
    await at();
    const seen = await origin.become("well");
    expect(seen.reached).toBe(1);
    expect(seen.firstReachedAt).toBeGreaterThanOrEqual(seen.since);
    expect(origin.seen().reached).toBe(0);
  });

  it("flapping: refused first, then well by turns, and well in the end", async () => {
    const { url, become, close } = origin;
    const { heal } = await breakOrigin({ url, become, close, seen: async () => origin.seen() }, "flapping");
    await expect(at()).rejects.toThrow("ECONNREFUSED");
    await wait(FLAP_MS * 1.5);
    expect(await at()).toMatchObject({ status: 200 });
    expect((await heal()).reached).toBe(1);
    expect(await at()).toMatchObject({ status: 200 });
  });
});
