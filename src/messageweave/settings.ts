/** Environment → settings of the MessageWeave gateway. Every default stands here, once. */
import { fromProbes } from "../engine/health/aggregate.ts";
import { backoff } from "../engine/health/schedule.ts";
import type { Origin, Route } from "../engine/model.ts";
import { MAX_REPLAY_BYTES_LIMIT, optionalPositiveInteger, positiveInteger } from "../engine/numbers.ts";
import { roundFrom } from "../engine/order.ts";
import { parseOrigins, parseOriginUrl } from "../engine/origins.ts";
import { safelist } from "../engine/routes.ts";
import type { Settings } from "../engine/settings.ts";
import { switchedOn, versionOf } from "../engine/texts.ts";
import type { Env } from "../engine/worker.ts";
import { ABSENT_PATHS, ROUTES, type RouteRow, routeTable } from "./routes.ts";

/** The variables that are numbers and have a default. */
export type NumberName =
  | "LB_REQUEST_TIMEOUT_MS"
  | "LB_MAX_ATTEMPTS"
  | "LB_RECONCILE_TIMEOUT_MS"
  | "LB_WORKER_TIMEOUT_MS"
  | "LB_HEALTH_TTL_MS"
  | "LB_MAX_REPLAY_BYTES"
  | "LB_SLOW_MS";

/** Their defaults. */
export const DEFAULTS: Readonly<Record<NumberName, number>> = {
  LB_REQUEST_TIMEOUT_MS: 10_000,
  LB_MAX_ATTEMPTS: 2,
  LB_RECONCILE_TIMEOUT_MS: 320_000,
  LB_WORKER_TIMEOUT_MS: 300_000,
  LB_HEALTH_TTL_MS: 30_000,
  LB_MAX_REPLAY_BYTES: 4_194_304,
  LB_SLOW_MS: 2_500,
};

/** All that is read of the environment. */
export const VARIABLES: readonly string[] = [
  "BACKEND_ORIGINS_JSON",
  "LB_VERSION",
  "LB_HEALTH_ROUTING",
  "LB_HEDGE_MS",
  ...Object.keys(DEFAULTS),
];

/** What tells one release's gateway from another's. */
export interface Release {
  readonly routes: readonly RouteRow[];
  readonly healthEndpoint: string;
}

/** Settings of the default deployment. Never throws: a bad list of origins is a value that the balancer answers with. */
export function readSettings(env: Env): Settings {
  return settingsOf(env, { routes: ROUTES, healthEndpoint: "/healthz-worker" });
}

/** Suspects are probed after a second, then ever more seldom; one that falls again within a minute waits longer. */
const BACKOFF = { firstMs: 1_000, maxMs: 30_000, relapseMs: 60_000 };

/** Settings of a release. */
export function settingsOf(env: Env, { routes, healthEndpoint }: Release): Settings {
  const number = (name: NumberName): number => positiveInteger(env[name], DEFAULTS[name]);
  const requestTimeoutMs = number("LB_REQUEST_TIMEOUT_MS");
  const healthRouting = switchedOn(env["LB_HEALTH_ROUTING"]);
  const once = (timeoutMs: number): Route => ({ timeoutMs, slowMs: undefined, attempts: "one" });
  return {
    scheme: "https-only",
    origins: parseOrigins(env["BACKEND_ORIGINS_JSON"], readOrigin),
    misconfiguredText: "misconfigured backends",
    matchRoute: safelist(
      routeTable(routes, {
        ordinary: { timeoutMs: requestTimeoutMs, slowMs: healthRouting ? number("LB_SLOW_MS") : undefined, attempts: "several" },
        reconcile: once(number("LB_RECONCILE_TIMEOUT_MS")),
        worker: once(number("LB_WORKER_TIMEOUT_MS")),
      }),
    ),
    order: roundFrom,
    maxAttempts: number("LB_MAX_ATTEMPTS"),
    maxReplayBytes: Math.min(number("LB_MAX_REPLAY_BYTES"), MAX_REPLAY_BYTES_LIMIT),
    isFailureStatus: (status) => status < 200 || status >= 500,
    maySendAgain: () => true,
    hedgeMs: optionalPositiveInteger(env["LB_HEDGE_MS"]),
    exhausted: { lastAnswer: false, statusText: "All Backends Unavailable", text: (failure) => `all backends failed: ${failure}` },
    redirects: { absentPaths: ABSENT_PATHS, maxHops: 5 },
    crossing: { observationHeader: "x-lb-backend", requestHeaders: undefined, answerHeaders: undefined, webSockets: false },
    health: {
      endpoint: { path: healthEndpoint, methods: ["GET"], sight: fromProbes, showNames: false },
      probe: { headers: {}, timeoutMs: requestTimeoutMs, isUp: (status) => status < 500 },
      ttlMs: number("LB_HEALTH_TTL_MS"),
      version: versionOf(env["LB_VERSION"]),
      scheduler: healthRouting ? backoff(BACKOFF) : undefined,
    },
  };
}

/** One entry of the list: a plain https origin. */
export function readOrigin(entry: unknown): Origin | undefined {
  const url = parseOriginUrl(entry);
  return url === undefined ? undefined : { url, name: url, healthPath: "/healthz" };
}
