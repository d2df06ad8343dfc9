/** SPEC 1.7: how an origin is asked for its health. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import type { Gateway } from "./support/gateway.ts";
import { type Behave, type HttpsOrigin, status } from "./support/https-origin.ts";
import { type Lab, test } from "./support/lab.ts";
import { until } from "./support/until.ts";

interface Verdict {
  readonly origin: string;
  readonly up: boolean;
  readonly status: number | null;
}

const verdicts = async (gateway: Gateway): Promise<Verdict[]> => {
  const { text } = await gateway.send("/healthz-worker");
  return (JSON.parse(text) as { backends: Verdict[] }).backends;
};

const several = (lab: Lab, count: number, behave: Behave) => Promise.all(Array.from({ length: count }, () => lab.origin(behave)));

describe("MOD-HEALTH-AGG: a probe", () => {
  test("carries nothing of the caller", async ({ lab }) => {
    const origin = await lab.origin();
    const fields = [
      ["Authorization", "Bearer canary"],
      ["Cookie", "s=canary"],
      ["X-Anything", "canary"],
      ["User-Agent", "canary/1.0"],
      ["Accept-Encoding", "canary"],
    ] as const;
    await (await lab.gateway([origin])).send("/healthz-worker?token=canary", { fields });
    const { method, url, fields: arrived, received } = origin.last();
    expect([method, url, received, JSON.stringify(arrived.list).includes("canary")]).toEqual(["GET", "/healthz", 0, false]);
  });

  test("leaves the body unread: an endless one is let go while others are still being asked", async ({ lab }) => {
    const endless = await lab.origin((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(16_384)), 10);
      response.on("close", () => clearInterval(timer));
    });
    let wasLetGo = false;
    const other = await lab.origin(async (_, response) => {
      wasLetGo = await until("it is let go", () => endless.arrivals[0]?.closed, 1_500).catch(() => false);
      response.end();
    });
    const found = await verdicts(await lab.gateway([endless, other]));
    expect([found.map(({ status: code }) => code), wasLetGo]).toEqual([[200, 200], true]);
  });

  test("ten large health pages block nothing", async ({ lab }) => {
    const origins = await several(lab, 10, (_, response) => void response.end(Buffer.alloc(256_000)));
    const found = await verdicts(await lab.gateway(origins));
    expect(found.map(({ up }) => up)).toEqual(Array(10).fill(true));
  });

  test("has its own LB_REQUEST_TIMEOUT_MS: twelve silent origins and a thirteenth that answers", async ({ lab }) => {
    const silent = await several(lab, 12, () => undefined);
    const good = await lab.origin(async (_, response) => {
      await sleep(200);
      response.end();
    });
    const gateway = await lab.gateway([...silent, good], { LB_REQUEST_TIMEOUT_MS: "400" });
    const started = performance.now();
    const found = await verdicts(gateway);
    const ms = performance.now() - started;
    expect(found.map((one) => one.status)).toEqual([...Array(12).fill(null), 200]);
    expect([ms > 980, ms < 4_000]).toEqual([true, true]);
  });

  test("goes out with five others at most: twelve origins, six at a time", async ({ lab }) => {
    let underWay = 0;
    let most = 0;
    const origins = await several(lab, 12, async (_, response) => {
      most = Math.max(most, ++underWay);
      await sleep(80);
      underWay--;
      response.end();
    });
    const found = await verdicts(await lab.gateway(origins));
    expect([found.map(({ origin, up }) => [origin, up]), most]).toEqual([origins.map(({ url }) => [url, true]), 6]);
  });
});

describe("a redirect of the health path", () => {
  const REDIRECTS: readonly (readonly [string, (origin: HttpsOrigin, other: HttpsOrigin) => string, number])[] = [
    ["on the origin itself is followed, to a good end", () => "/alive", 200],
    ["on the origin itself is followed, to a bad end", () => "/broken", 503],
    ["to http on the origin itself is followed", ({ port }) => `http://localhost:${port}/alive`, 200],
    ["to another configured origin counts by its own status", (_, other) => `${other.url}/broken`, 302],
    ["to a stranger counts by its own status", () => "https://stranger.invalid/", 302],
    ["to a path that is deliberately absent counts by its own status", () => "/debug/health", 302],
  ];

  test.for(REDIRECTS)("%s", async ([, location, expected], { lab }) => {
    const other = await lab.origin();
    const origin = await lab.origin();
    const answers: Readonly<Record<string, Behave>> = {
      "/healthz": status(302, { Location: location(origin, other) }),
      "/alive": status(200),
      "/broken": status(503),
    };
    origin.behave = (request, ...rest) => (answers[request.url ?? ""] ?? status(404))(request, ...rest);
    const [found] = await verdicts(await lab.gateway([origin, other]));
    expect(found).toEqual({ origin: origin.url, up: expected < 500, status: expected });
    expect(other.arrivals.map(({ url }) => url)).toEqual(["/healthz"]);
  });

  test("that never ends is no answer", async ({ lab }) => {
    const origin = await lab.origin(status(302, { Location: "/healthz" }));
    expect(await verdicts(await lab.gateway([origin]))).toEqual([{ origin: origin.url, up: false, status: null }]);
    expect(origin.arrivals.length).toBe(6);
  });
});
