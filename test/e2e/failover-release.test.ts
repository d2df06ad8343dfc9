/** SPEC 1.6: before the next attempt starts, the failed one is let go: aborted, or its body cancelled, never read to its end. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { failuresOf, untilMet } from "./support/failing.ts";
import type { Behave, HttpsOrigin } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";
import { until } from "./support/until.ts";

/** A failure page that never ends. */
const endless =
  (code: number): Behave =>
  (_, response) => {
    response.writeHead(code);
    const timer = setInterval(() => response.write(Buffer.alloc(16_384, 1)), 10);
    response.on("close", () => clearInterval(timer));
  };

/** Whether whatever was asked of the origin is over, now or very soon. */
const isLetGo = (origin: HttpsOrigin): Promise<boolean> =>
  until("it is let go", () => origin.arrivals.every(({ closed }) => closed), 700).then(
    () => true,
    () => false,
  );

/** Keeps the request waiting until then, and answers with what came of it: so the request's own end cannot have done it. */
const saysWhetherLetGo =
  (other: () => HttpsOrigin): Behave =>
  async (_, response) =>
    response.end(`let go: ${await isLetGo(other())}`);

describe("a failed attempt is released while the next one is under way", () => {
  test.for([
    ["an endless 500", endless(500), {}],
    ["an endless 503", endless(503), {}],
    ["an endless 599", endless(599), {}],
    ["silence", () => undefined, { LB_REQUEST_TIMEOUT_MS: "1000" }],
  ] as const)("%s", async ([, behave, env], { lab }) => {
    const bad: HttpsOrigin = await lab.origin(behave);
    const good = await lab.origin(saysWhetherLetGo(() => bad));
    const gateway = await lab.gateway([bad, good], env);
    await untilMet(
      gateway,
      bad,
      1,
      () => gateway.send("/api/status"),
      (answer) => expect([answer.status, answer.text]).toEqual([200, "let go: true"]),
    );
  });

  test("the last one too, before the 503", async ({ lab }) => {
    const origins = [await lab.origin(endless(500)), await lab.origin(endless(502))];
    const gateway = await lab.gateway(origins);
    expect((await gateway.send("/api/status")).status).toBe(503);
    expect(await Promise.all(origins.map(isLetGo))).toEqual([true, true]);
    expect(origins.map(({ arrivals }) => arrivals.length)).toEqual([1, 1]);
  });

  test("a redirect that is followed leaves nothing open either", async ({ lab }) => {
    const target = await lab.origin();
    const origin = await lab.origin((request, response, arrival) => {
      response.setHeader("Location", `${target.url}/moved`);
      endless(302)(request, response, arrival);
    });
    target.behave = saysWhetherLetGo(() => origin);
    const gateway = await lab.gateway([origin, target], { LB_MAX_ATTEMPTS: "1" });
    expect((await gateway.send("/")).text).toBe("let go: true");
  });
});

describe("a failed attempt holds nobody up", () => {
  test("its answer, come too late, goes nowhere", async ({ lab }) => {
    const late: Behave = async (_, response) => {
      await sleep(500);
      response.end("late");
    };
    const [bad, good] = [await lab.origin(late), await lab.origin()];
    const gateway = await lab.gateway([bad, good], { LB_REQUEST_TIMEOUT_MS: "250" });
    await untilMet(
      gateway,
      bad,
      1,
      () => gateway.send("/api/status"),
      ({ text }) => expect(text).toBe("GET /api/status"),
    );
  });

  test("twenty large failure pages at once block nothing", async ({ lab }) => {
    const large: Behave = (_, response) => void response.writeHead(503).end(Buffer.alloc(256_000, 1));
    const [bad, good] = [await lab.origin(large), await lab.origin()];
    const gateway = await lab.gateway([bad, good]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.send("/api/status")));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(failuresOf(gateway, bad).length).toBe(bad.arrivals.length);
  });
});
