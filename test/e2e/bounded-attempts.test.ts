/** SPEC 1.6: how many origins are tried, which one first, and for how long. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { type Behave, greet, status } from "./support/https-origin.ts";
import { type Lab, test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const several = (lab: Lab, count: number, behave: Behave) => Promise.all(Array.from({ length: count }, () => lab.origin(behave)));
const silent: Behave = () => undefined;

describe("NFR-HA-MULTI-INSTANCE: attempts are bounded", () => {
  test.for([
    ["unset", undefined, 4, 2],
    ["1", "1", 3, 1],
    ["3", "3", 4, 3],
    ["more than there are origins", "10", 3, 3],
    ["one origin", "5", 1, 1],
    ["0", "0", 4, 2],
    ["a fraction that floors to 0", "0.9", 4, 2],
    ["a fraction", "3.9", 4, 3],
    ["negative", "-3", 4, 2],
    ["no number", "many", 4, 2],
    ["infinite", "Infinity", 4, 2],
    ["blank", " ", 4, 2],
  ] as const)("LB_MAX_ATTEMPTS %s", async ([, value, count, attempts], { lab }) => {
    const origins = await several(lab, count, status(500));
    const gateway = await lab.gateway(origins, value === undefined ? {} : { LB_MAX_ATTEMPTS: value });
    for (let i = 1; i <= 5; i++) {
      const before = origins.map(({ arrivals }) => arrivals.length);
      expect((await gateway.send("/api/status")).status).toBe(503);
      const asked = origins.map(({ arrivals }, at) => arrivals.length - (before[at] ?? 0));
      // Each attempt is a different origin.
      expect([Math.max(...asked), asked.reduce((sum, one) => sum + one)]).toEqual([1, attempts]);
    }
  });

  test("100 requests at once make exactly 200 at two failing origins", async ({ lab }) => {
    const origins = await several(lab, 2, status(500));
    const gateway = await lab.gateway(origins);
    await Promise.all(Array.from({ length: 100 }, () => gateway.send("/webhook/tg", { method: "POST", body: "x" })));
    expect(origins.map(({ arrivals }) => arrivals.length)).toEqual([100, 100]);
  });

  test("after the start, the list goes round", async ({ lab }) => {
    const order: number[] = [];
    const origins = await several(lab, 3, status(500));
    origins.forEach((origin, i) => {
      origin.behave = (...args) => {
        order.push(i);
        status(500)(...args);
      };
    });
    const gateway = await lab.gateway(origins, { LB_MAX_ATTEMPTS: "3" });
    const starts = new Set<number | undefined>();
    for (let i = 0; i < 100 && starts.size < 3; i++) {
      order.length = 0;
      await gateway.send("/");
      starts.add(order[0]);
      expect(["0,1,2", "1,2,0", "2,0,1"]).toContain(order.join());
    }
    expect(starts.size).toBe(3);
  });

  test("with one attempt only, an ordinary route begins at the first origin", async ({ lab }) => {
    const origins = await several(lab, 3, greet);
    const gateway = await lab.gateway(origins, { LB_MAX_ATTEMPTS: "1" });
    for (let i = 0; i < 12; i++) await gateway.send("/");
    expect(origins.map(({ arrivals }) => arrivals.length)).toEqual([12, 0, 0]);
  });
});

describe("single-attempt routes", () => {
  test.for(["/reconcile", "/worker"])("%s is tried once, always at the first origin", async (path, { lab }) => {
    const origins = await several(lab, 3, status(500));
    const gateway = await lab.gateway(origins, { LB_MAX_ATTEMPTS: "3" });
    for (let i = 0; i < 10; i++) {
      const answer = await gateway.send(path, { method: "POST", body: "{}" });
      expect([answer.status, answer.text]).toEqual([503, "all backends failed: status 500"]);
    }
    expect(origins.map(({ arrivals }) => arrivals.length)).toEqual([10, 0, 0]);
  });

  const TIMEOUTS = { LB_REQUEST_TIMEOUT_MS: "150", LB_RECONCILE_TIMEOUT_MS: "450", LB_WORKER_TIMEOUT_MS: "800" };

  test.for([
    ["GET", "/api/status", 150],
    ["POST", "/reconcile", 450],
    ["POST", "/worker", 800],
  ] as const)("%s %s waits for its own timeout of %i ms", async ([method, path, timeoutMs], { lab }) => {
    const gateway = await lab.gateway([await lab.origin(silent)], TIMEOUTS);
    const answer = await gateway.send(path, { method });
    expect([answer.status, answer.text]).toEqual([503, "all backends failed: timeout"]);
    expect(answer.ms).toBeGreaterThanOrEqual(timeoutMs - 10);
    expect(answer.ms).toBeLessThan(timeoutMs + 1_500);
  });

  test.for([
    ["/reconcile", 409],
    ["/worker", 200],
  ] as const)("%s may take longer than LB_REQUEST_TIMEOUT_MS", async ([path, code], { lab }) => {
    const origin = await lab.origin(async (_, response) => {
      await sleep(350);
      response.writeHead(code).end("done");
    });
    const gateway = await lab.gateway([origin], { ...TIMEOUTS, LB_RECONCILE_TIMEOUT_MS: "5000", LB_WORKER_TIMEOUT_MS: "5000" });
    const answer = await gateway.send(path, { method: "POST" });
    expect([answer.status, answer.text]).toEqual([code, "done"]);
  });
});

test("every attempt has the whole timeout to itself", async ({ lab }) => {
  const origins = await several(lab, 2, silent);
  const gateway = await lab.gateway(origins, { LB_REQUEST_TIMEOUT_MS: "300" });
  const answer = await gateway.send("/api/status");
  expect([answer.status, answer.text]).toEqual([503, "all backends failed: timeout"]);
  expect(answer.ms).toBeGreaterThanOrEqual(590);
});

test("clients that leave spoil nothing for the others", async ({ lab }) => {
  const origin = await lab.origin(async (request, response) => {
    await sleep(100);
    response.end(request.url);
  });
  const gateway = await lab.gateway([origin]);
  const leaving = Array.from({ length: 10 }, (_, i) => gateway.open(`/api/status?leaves=${i}`));
  await until("all are at the origin", () => origin.arrivals.length === 10);
  for (const exchange of leaving) exchange.leave();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => gateway.send(`/api/status?stays=${i}`)));
  expect(answers.map(({ text }) => text)).toEqual(answers.map((_, i) => `/api/status?stays=${i}`));
});
