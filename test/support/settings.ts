/** Settings that are nobody's deployment: each value differs from the real ones, so that nothing can be hard-wired. */
import { fromProbes } from "../../src/engine/health/aggregate.ts";
import type { Scheduler } from "../../src/engine/health/schedule.ts";
import type { Origin, OriginList, Route } from "../../src/engine/model.ts";
import { roundFrom } from "../../src/engine/order.ts";
import { type MatchRoute, safelist } from "../../src/engine/routes.ts";
import type { Settings } from "../../src/engine/settings.ts";

/** An origin named by its address. */
export const origin = (url: string): Origin => ({ url, name: url, healthPath: "/alive" });

export const A: Origin = origin("https://a.example");
export const B: Origin = origin("https://b.example:8443");
export const C: Origin = origin("https://c.example");

export function configured(first: Origin, ...rest: readonly Origin[]): OriginList {
  return { kind: "configured", origins: [first, ...rest] };
}

const SEVERAL: Route = { timeoutMs: 700, slowMs: undefined, attempts: "several" };
const ONE: Route = { timeoutMs: 9_000, slowMs: undefined, attempts: "one" };

/** `/several` (`GET`, `POST`) and `/one` (`POST`, one attempt). */
export function someRoutes(several: Partial<Route> = {}): MatchRoute {
  const route = { ...SEVERAL, ...several };
  return safelist(
    new Map<string, ReadonlyMap<string, Route>>([
      [
        "/several",
        new Map([
          ["GET", route],
          ["POST", route],
        ]),
      ],
      ["/one", new Map([["POST", ONE]])],
    ]),
  );
}

/** Its paths: `/several` (`GET`, `POST`, 700 ms) and `/one` (`POST`, one attempt, 9000 ms). */
export function someSettings(over: Partial<Settings> = {}): Settings {
  return {
    scheme: "https-only",
    origins: configured(A, B, C),
    matchRoute: someRoutes(),
    order: roundFrom,
    maxAttempts: 2,
    maxReplayBytes: 16,
    isFailureStatus: (status) => status < 200 || status >= 500,
    maySendAgain: () => true,
    hedgeMs: undefined,
    exhausted: { lastAnswer: false, statusText: "Nothing Left", text: (failure) => `nothing left: ${failure}` },
    redirects: { absentPaths: ["/hidden", "/under/"], maxHops: 3 },
    crossing: { observationHeader: "x-served-by", requestHeaders: undefined, answerHeaders: undefined, webSockets: false },
    health: {
      endpoint: { path: "/own-health", methods: ["GET"], sight: fromProbes, showNames: false },
      probe: { headers: {}, timeoutMs: 400, isUp: (status) => status < 500 },
      ttlMs: 5_000,
      version: "v-test",
      scheduler: undefined,
    },
    misconfiguredText: "unusable list",
    ...over,
  };
}

/** The same with health routing as a deployment would switch it on. */
export function withScheduler(scheduler: Scheduler, over: Partial<Settings> = {}): Settings {
  const settings = someSettings(over);
  return { ...settings, health: { ...settings.health, scheduler } };
}

/** Keeps what was deferred, as the platform does. */
export function ignoreDeferred(): void {}
