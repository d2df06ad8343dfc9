/** SPEC 1.8: at most five hops per attempt, all inside that attempt's timeout. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { untilMet } from "./support/failing.ts";
import { type Behave, status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";

/** Redirects so many times, then answers. Counts in the query, where the canary is as well. */
const hops =
  (count: number): Behave =>
  (request, response) => {
    const n = Number(new URL(request.url ?? "", "https://x").searchParams.get("n"));
    if (n === count) response.end(`after ${n}`);
    else response.writeHead(302, { Location: `/?n=${n + 1}&t=canary` }).end();
  };

describe("a chain of redirects", () => {
  test.for([1, 5])("of %i ends in its answer", async (count, { lab }) => {
    const origin = await lab.origin(hops(count));
    const answer = await (await lab.gateway([origin])).send("/");
    expect([answer.status, answer.text, origin.arrivals.length]).toEqual([200, `after ${count}`, count + 1]);
  });

  test.for([6, 1_000])("of %i is a failure that no other origin could mend", async (count, { lab }) => {
    const origins = [await lab.origin(hops(count)), await lab.origin(hops(count))];
    const gateway = await lab.gateway(origins);
    const answer = await gateway.send("/");
    expect([answer.status, answer.reason, answer.text]).toEqual([503, "All Backends Unavailable", "all backends failed: redirect loop"]);
    expect(origins.map(({ arrivals }) => arrivals.length).sort()).toEqual([0, 6]);
    expect(gateway.events().map(({ event, failure }) => [event, failure])).toEqual([
      ["attempt-failed", "redirect loop"],
      ["all-failed", "redirect loop"],
    ]);
    expect(gateway.log() + answer.text).not.toContain("canary");
  });

  test("of a POST is bounded alike", async ({ lab }) => {
    const origin = await lab.origin(status(307, { Location: "/webhook/tg" }));
    const answer = await (await lab.gateway([origin])).send("/webhook/tg", { method: "POST", body: "x" });
    expect([answer.text, origin.arrivals.length]).toEqual(["all backends failed: redirect loop", 6]);
  });

  test("between two origins is bounded alike", async ({ lab }) => {
    const [a, b] = [await lab.origin(), await lab.origin()];
    a.behave = status(302, { Location: `${b.url}/` });
    b.behave = status(302, { Location: `${a.url}/` });
    const answer = await (await lab.gateway([a, b])).send("/");
    expect([answer.text, a.arrivals.length, b.arrivals.length]).toEqual(["all backends failed: redirect loop", 3, 3]);
  });

  test("is all inside one timeout", async ({ lab }) => {
    const slow: Behave = async (request, response, arrival) => {
      await sleep(150);
      hops(4)(request, response, arrival);
    };
    const answer = await (await lab.gateway([await lab.origin(slow)], { LB_REQUEST_TIMEOUT_MS: "400" })).send("/");
    expect([answer.status, answer.text]).toEqual([503, "all backends failed: timeout"]);
    expect(answer.ms).toBeLessThan(2_000);
  });

  test("that ends at a broken place fails like any attempt, and the next origin is tried from the start", async ({ lab }) => {
    const bad = await lab.origin((request, response) => {
      if (request.url === "/api/status") response.writeHead(302, { Location: "/broken" }).end();
      else response.writeHead(502).end();
    });
    const good = await lab.origin();
    const gateway = await lab.gateway([bad, good]);
    await untilMet(
      gateway,
      bad,
      1,
      () => gateway.send("/api/status"),
      ({ text }) => expect(text).toBe("GET /api/status"),
    );
    expect(bad.last().url).toBe("/broken");
  });
});
