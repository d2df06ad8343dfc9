/** SPEC 2, in the real runtime: an origin that failed is tried last until a probe finds it up, and nobody waits for that. */
import { describe, expect } from "vitest";
import { untilMet } from "./support/failing.ts";
import type { Gateway } from "./support/gateway.ts";
import { greet, type HttpsOrigin, status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const ON = { LB_HEALTH_ROUTING: "on" };
const probes = ({ arrivals }: HttpsOrigin) => arrivals.filter(({ url }) => url === "/healthz");
const traffic = ({ arrivals }: HttpsOrigin) => arrivals.filter(({ url }) => url !== "/healthz");
const changes = (gateway: Gateway) => gateway.events().filter(({ event }) => String(event).startsWith("origin-"));

async function ask(gateway: Gateway, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect((await gateway.send("/api/status")).status).toBe(200);
}

describe("NFR-HA-MULTI-INSTANCE: no request waits for a probe", () => {
  test("an origin whose health path hangs costs the request that found out, and no other", async ({ lab }) => {
    const hanging = await lab.origin(() => undefined);
    const fine = await lab.origin();
    const gateway = await lab.gateway([hanging, fine], { ...ON, LB_REQUEST_TIMEOUT_MS: "1500" });
    await untilMet(
      gateway,
      hanging,
      1,
      () => gateway.send("/api/status"),
      ({ status: code }) => expect(code).toBe(200),
    );
    const started = performance.now();
    await until("a probe is under way", async () => {
      await ask(gateway, 1);
      return probes(hanging).length > 0;
    });
    await ask(gateway, 20);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(traffic(hanging)).toHaveLength(1);
    expect(probes(fine)).toHaveLength(0);
  });

  test("a slow origin is left long before its timeout, and its late answer is an answer", async ({ lab }) => {
    const slow = await lab.origin((request, response) => void setTimeout(() => greet(request, response, undefined as never), 700));
    const gateway = await lab.gateway([slow], { ...ON, LB_SLOW_MS: "150" });
    expect((await gateway.send("/api/status")).status).toBe(200);
    expect(changes(gateway)).toEqual([{ event: "origin-suspect", origin: slow.url, failure: "slow" }]);
  });
});

test("an origin comes back through a probe, and each change is logged once", async ({ lab }) => {
  const origin = await lab.origin(status(500));
  const other = await lab.origin();
  const gateway = await lab.gateway([origin, other], ON);
  await untilMet(
    gateway,
    origin,
    1,
    () => gateway.send("/api/status"),
    ({ status: code }) => expect(code).toBe(200),
  );
  await ask(gateway, 10);
  expect(traffic(origin)).toHaveLength(1);
  origin.behave = greet;
  await until("it has traffic again", async () => {
    await ask(gateway, 1);
    return traffic(origin).length > 1;
  });
  expect(probes(origin)).toHaveLength(1);
  expect(changes(gateway)).toEqual([
    { event: "origin-suspect", origin: origin.url, failure: "status 500" },
    { event: "origin-back", origin: origin.url },
  ]);
});

test("a GET that waits is hedged; the loser is aborted and leaves no line", async ({ lab }) => {
  const hanging = await lab.origin(() => undefined);
  const fine = await lab.origin();
  const gateway = await lab.gateway([hanging, fine], { LB_HEDGE_MS: "80" });
  await until("the hanging one was met", async () => {
    const answer = await gateway.send("/api/status");
    expect([answer.status, answer.fields.get("x-lb-backend")]).toEqual([200, fine.url]);
    return traffic(hanging).length > 0;
  });
  await until("the loser was let go", () => traffic(hanging).every(({ closed }) => closed));
  expect(gateway.events()).toEqual([]);
});
