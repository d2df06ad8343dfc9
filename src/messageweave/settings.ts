/** Environment → settings of the MessageWeave gateway and of its first release. Every default stands here, once. */
import type { Origin, Route } from "../engine/model.ts";
import { MAX_TIMER_MS, optionalPositiveInteger, positiveInteger } from "../engine/numbers.ts";
import { parseOrigins, parseOriginUrl } from "../engine/origins.ts";
import type { Settings } from "../engine/settings.ts";
import { switchedOn, versionOf } from "../engine/texts.ts";
import type { Env } from "../engine/worker.ts";
import { ABSENT_PATHS, ROUTES, type RouteRow, routeTable, V1_ROUTES } from "./routes.ts";

/** The variables that are numbers and have a default. */
export type NumberName =
  | "LB_REQUEST_TIMEOUT_MS"
  | "LB_MAX_ATTEMPTS"
  | "LB_RECONCILE_TIMEOUT_MS"
  | "LB_WORKER_TIMEOUT_MS"
  | "LB_HEALTH_TTL_MS"
  | "LB_MAX_REPLAY_BYTES"
  | "LB_SLOW_MS";

/** Their defaults and upper limits. A larger value is held at the limit. */
export const NUMBERS: Readonly<Record<NumberName, { readonly fallback: number; readonly max: number }>> = {
  LB_REQUEST_TIMEOUT_MS: { fallback: 10_000, max: MAX_TIMER_MS },
  LB_MAX_ATTEMPTS: { fallback: 2, max: MAX_TIMER_MS },
  LB_RECONCILE_TIMEOUT_MS: { fallback: 320_000, max: MAX_TIMER_MS },
  LB_WORKER_TIMEOUT_MS: { fallback: 300_000, max: MAX_TIMER_MS },
  LB_HEALTH_TTL_MS: { fallback: 30_000, max: MAX_TIMER_MS },
  LB_MAX_REPLAY_BYTES: { fallback: 4_194_304, max: 33_554_432 },
  LB_SLOW_MS: { fallback: 2_500, max: MAX_TIMER_MS },
};

/** All that is read of the environment. */
export const VARIABLES: readonly string[] = [
  "BACKEND_ORIGINS_JSON",
  "LB_VERSION",
  "LB_HEALTH_ROUTING",
  "LB_HEDGE_MS",
  ...Object.keys(NUMBERS),
];

/** What tells one release's gateway from another's. */
interface Release {
  readonly routes: readonly RouteRow[];
  readonly healthEndpoint: string;
}

/** Settings of the default deployment. Never throws: a bad list of origins is a value that the balancer answers with. */
export function readSettings(env: Env): Settings {
  return settingsOf(env, { routes: ROUTES, healthEndpoint: "/healthz-worker" });
}

/** Settings of the first release's gateway. */
export function readV1Settings(env: Env): Settings {
  return settingsOf(env, { routes: V1_ROUTES, healthEndpoint: "/healthz" });
}

/** Suspects are probed after a second, then ever more seldom; one that falls again within a minute waits longer. */
const BACKOFF = { kind: "backoff", firstMs: 1_000, maxMs: 30_000, relapseMs: 60_000 } as const;

function settingsOf(env: Env, { routes, healthEndpoint }: Release): Settings {
  const number = (name: NumberName): number => positiveInteger(env[name], NUMBERS[name].fallback, NUMBERS[name].max);
  const requestTimeoutMs = number("LB_REQUEST_TIMEOUT_MS");
  const healthRouting = switchedOn(env["LB_HEALTH_ROUTING"]);
  const once = (timeoutMs: number): Route => ({ timeoutMs, slowMs: undefined, attempts: "one" });
  return {
    scheme: "https-only",
    origins: parseOrigins(env["BACKEND_ORIGINS_JSON"], readOrigin),
    misconfiguredText: "misconfigured backends",
    routes: {
      kind: "safelist",
      table: routeTable(routes, {
        ordinary: { timeoutMs: requestTimeoutMs, slowMs: healthRouting ? number("LB_SLOW_MS") : undefined, attempts: "several" },
        reconcile: once(number("LB_RECONCILE_TIMEOUT_MS")),
        worker: once(number("LB_WORKER_TIMEOUT_MS")),
      }),
    },
    order: "spread",
    maxAttempts: number("LB_MAX_ATTEMPTS"),
    maxReplayBytes: number("LB_MAX_REPLAY_BYTES"),
    isFailureStatus: (status) => status < 200 || status >= 500,
    maySendAgain: () => true,
    hedgeMs: optionalPositiveInteger(env["LB_HEDGE_MS"]),
    exhausted: { lastAnswer: false, statusText: "All Backends Unavailable", text: (failure) => `all backends failed: ${failure}` },
    redirects: { absentPaths: ABSENT_PATHS, maxHops: 5 },
    crossing: { observationHeader: "x-lb-backend", requestHeaders: undefined, publicLocation: false, webSockets: false },
    health: {
      endpoint: { path: healthEndpoint, methods: ["GET"], source: "probes", showNames: false },
      probe: { headers: {}, timeoutMs: requestTimeoutMs, isUp: (status) => status < 500 },
      ttlMs: number("LB_HEALTH_TTL_MS"),
      version: versionOf(env["LB_VERSION"]),
      schedule: healthRouting ? BACKOFF : undefined,
    },
  };
}

function readOrigin(entry: unknown): Origin | undefined {
  const url = parseOriginUrl(entry);
  return url === undefined ? undefined : { url, name: url, healthPath: "/healthz" };
}
