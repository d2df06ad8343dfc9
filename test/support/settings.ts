/** Settings that are nobody's deployment: each value differs from the real ones, so that nothing can be hard-wired. */
import type { Origin, OriginList, Route, RouteTable, Settings } from "../../src/engine/model.ts";

export const A: Origin = { url: "https://a.example" };
export const B: Origin = { url: "https://b.example:8443" };
export const C: Origin = { url: "https://c.example" };

export function configured(first: Origin, ...rest: readonly Origin[]): OriginList {
  return { kind: "configured", origins: [first, ...rest] };
}

const SEVERAL: Route = { timeoutMs: 700, attempts: "several" };
const ROUTES: RouteTable = new Map<string, ReadonlyMap<string, Route>>([
  [
    "/several",
    new Map([
      ["GET", SEVERAL],
      ["POST", SEVERAL],
    ]),
  ],
  ["/one", new Map([["POST", { timeoutMs: 9_000, attempts: "one" }]])],
]);

/** Its paths: `/several` (`GET`, `POST`, 700 ms) and `/one` (`POST`, one attempt, 9000 ms). */
export function someSettings(over: Partial<Settings> = {}): Settings {
  return {
    scheme: "https-only",
    origins: configured(A, B, C),
    routes: ROUTES,
    maxAttempts: 2,
    maxReplayBytes: 16,
    isFailureStatus: (status) => status < 200 || status >= 500,
    redirects: { absentPaths: ["/hidden", "/under/"], maxHops: 3 },
    observationHeader: "x-served-by",
    health: { endpointPath: "/own-health", probePath: "/alive", timeoutMs: 400, ttlMs: 5_000, version: "v-test" },
    misconfiguredText: "unusable list",
    ...over,
  };
}

/** Keeps what was deferred, as the platform does. */
export function ignoreDeferred(): void {}
