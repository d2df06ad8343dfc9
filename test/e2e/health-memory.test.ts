/** SPEC 1.7: what `/healthz-worker` remembers, and for whom. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import type { Gateway } from "./support/gateway.ts";
import { type Behave, status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const codes = async (gateway: Gateway): Promise<unknown[]> => {
  const { text } = await gateway.send("/healthz-worker");
  return (JSON.parse(text) as { backends: { status: number | null }[] }).backends.map((backend) => backend.status);
};

const afterMs =
  (ms: number): Behave =>
  async (_, response) => {
    await sleep(ms);
    response.end();
  };

describe("MOD-HEALTH-AGG: a result serves from memory", () => {
  test.for([
    ["good", 200, 500],
    ["bad", 500, 200],
  ] as const)("for LB_HEALTH_TTL_MS, a %s one too; then the origin is asked again", async ([, before, after], { lab }) => {
    const origin = await lab.origin(status(before));
    const gateway = await lab.gateway([origin], { LB_HEALTH_TTL_MS: "600" });
    expect(await codes(gateway)).toEqual([before]);
    origin.behave = status(after);
    expect([await codes(gateway), await codes(gateway), origin.arrivals.length]).toEqual([[before], [before], 1]);
    await sleep(650);
    expect([await codes(gateway), origin.arrivals.length]).toEqual([[after], 2]);
  });

  test("no answer is a result like any other", async ({ lab }) => {
    const origin = await lab.bytes((socket) => void socket.destroy());
    const gateway = await lab.gateway([origin]);
    expect(await codes(gateway)).toEqual([null]);
    const asked = origin.arrivals.length;
    expect([await codes(gateway), origin.arrivals.length]).toEqual([[null], asked]);
  });

  test("per origin: a slow one does not make the others be asked again", async ({ lab }) => {
    const quick = await lab.origin();
    const slow = await lab.origin(afterMs(400));
    const gateway = await lab.gateway([quick, slow]);
    const both = Promise.all([codes(gateway), codes(gateway)]);
    await until("the quick one is asked", () => quick.arrivals.length === 1);
    await sleep(100);
    const late = codes(gateway);
    expect([await both, await late]).toEqual([
      [
        [200, 200],
        [200, 200],
      ],
      [200, 200],
    ]);
    expect([quick.arrivals.length, slow.arrivals.length]).toEqual([1, 1]);
  });

  test("C-NO-DB, C-REDIS-ONLY-STATE: and nowhere else: what the gateway remembers ends with its process", async ({ lab }) => {
    const origin = await lab.origin(status(500));
    const first = await lab.gateway([origin], { LB_HEALTH_TTL_MS: "60000" });
    expect(await codes(first)).toEqual([500]);
    await first.stop();
    origin.behave = status(200);
    const second = await lab.gateway([origin], { LB_HEALTH_TTL_MS: "60000" });
    expect([await codes(second), origin.arrivals.length]).toEqual([[200], 2]);
  });
});

describe("concurrent callers share one probe per origin", () => {
  test("50 on a cold isolate, and again past the TTL", async ({ lab }) => {
    const origins = await Promise.all([lab.origin(afterMs(100)), lab.origin(afterMs(60)), lab.origin(afterMs(20))]);
    const gateway = await lab.gateway(origins, { LB_HEALTH_TTL_MS: "1200" });
    const crowd = () => Promise.all(Array.from({ length: 50 }, () => codes(gateway)));
    for (const round of [1, 2]) {
      expect(await crowd()).toEqual(Array(50).fill([200, 200, 200]));
      expect(origins.map(({ arrivals }) => arrivals.length)).toEqual([round, round, round]);
      if (round === 1) await sleep(1_250);
    }
  });

  test("one that leaves keeps nobody waiting and leaves no verdict of its own", async ({ lab }) => {
    const origin = await lab.origin(afterMs(400));
    const gateway = await lab.gateway([origin], { LB_REQUEST_TIMEOUT_MS: "2000" });
    const leaving = gateway.open("/healthz-worker");
    await until("its probe is under way", () => origin.arrivals.length === 1);
    const staying = Array.from({ length: 5 }, () => codes(gateway));
    await sleep(50);
    leaving.leave();
    expect(await Promise.all(staying)).toEqual(Array(5).fill([200]));
    expect(await codes(gateway)).toEqual([200]);
  });

  test("several that leave, one after the other", async ({ lab }) => {
    const origin = await lab.origin(afterMs(300));
    const gateway = await lab.gateway([origin], { LB_REQUEST_TIMEOUT_MS: "1500", LB_HEALTH_TTL_MS: "1" });
    for (let i = 0; i < 4; i++) {
      const leaving = gateway.open("/healthz-worker");
      await until("something is under way", () => origin.arrivals.some(({ closed }) => !closed));
      leaving.leave();
    }
    expect(await codes(gateway)).toEqual([200]);
    expect((await gateway.send("/api/status")).status).toBe(200);
  });

  test("nothing of one request is used by another: forwarding and asking at once", async ({ lab }) => {
    const origin = await lab.origin(afterMs(5));
    const gateway = await lab.gateway([origin], { LB_HEALTH_TTL_MS: "20" });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => gateway.send(i % 2 === 0 ? "/healthz-worker" : "/api/status")));
    expect(answers.map(({ status: code }) => code)).toEqual(Array(60).fill(200));
    expect(gateway.events()).toEqual([]);
  });
});
