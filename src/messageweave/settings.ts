/** Environment → settings of the MessageWeave gateway. Every default stands here, once. */
import type { Settings } from "../engine/model.ts";
import { MAX_TIMER_MS, positiveInteger } from "../engine/numbers.ts";
import { parseOrigins } from "../engine/origins.ts";
import type { Env } from "../engine/worker.ts";
import { ABSENT_PATHS, ROUTES, routeTable } from "./routes.ts";

/** The variables that are numbers. */
export type NumberName =
  | "LB_REQUEST_TIMEOUT_MS"
  | "LB_MAX_ATTEMPTS"
  | "LB_RECONCILE_TIMEOUT_MS"
  | "LB_WORKER_TIMEOUT_MS"
  | "LB_HEALTH_TTL_MS"
  | "LB_MAX_REPLAY_BYTES";

/** Their defaults and upper limit. A larger value is held at the limit. */
export const NUMBERS: Readonly<Record<NumberName, { readonly fallback: number; readonly max: number }>> = {
  LB_REQUEST_TIMEOUT_MS: { fallback: 10_000, max: MAX_TIMER_MS },
  LB_MAX_ATTEMPTS: { fallback: 2, max: MAX_TIMER_MS },
  LB_RECONCILE_TIMEOUT_MS: { fallback: 320_000, max: MAX_TIMER_MS },
  LB_WORKER_TIMEOUT_MS: { fallback: 300_000, max: MAX_TIMER_MS },
  LB_HEALTH_TTL_MS: { fallback: 30_000, max: MAX_TIMER_MS },
  LB_MAX_REPLAY_BYTES: { fallback: 4_194_304, max: 33_554_432 },
};

/** Shown by `/healthz-worker` where `LB_VERSION` is unset or blank. */
export const UNKNOWN_VERSION: string = "unknown";

/** All that is read of the environment. */
export const VARIABLES: readonly string[] = ["BACKEND_ORIGINS_JSON", "LB_VERSION", ...Object.keys(NUMBERS)];

/** Reads the settings. Never throws: a bad list of origins is a value that the balancer answers with. */
export function readSettings(env: Env): Settings {
  const number = (name: NumberName): number => positiveInteger(env[name], NUMBERS[name].fallback, NUMBERS[name].max);
  const requestTimeoutMs = number("LB_REQUEST_TIMEOUT_MS");
  return {
    scheme: "https-only",
    origins: parseOrigins(env["BACKEND_ORIGINS_JSON"]),
    routes: routeTable(ROUTES, {
      ordinary: { timeoutMs: requestTimeoutMs, attempts: "several" },
      reconcile: { timeoutMs: number("LB_RECONCILE_TIMEOUT_MS"), attempts: "one" },
      worker: { timeoutMs: number("LB_WORKER_TIMEOUT_MS"), attempts: "one" },
    }),
    maxAttempts: number("LB_MAX_ATTEMPTS"),
    maxReplayBytes: number("LB_MAX_REPLAY_BYTES"),
    isFailureStatus: (status) => status < 200 || status >= 500,
    redirects: { absentPaths: ABSENT_PATHS, maxHops: 5 },
    observationHeader: "x-lb-backend",
    health: {
      endpointPath: "/healthz-worker",
      probePath: "/healthz",
      timeoutMs: requestTimeoutMs,
      ttlMs: number("LB_HEALTH_TTL_MS"),
      version: versionOf(env["LB_VERSION"]),
    },
    misconfiguredText: "misconfigured backends",
  };
}

function versionOf(value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text.trim() === "" ? UNKNOWN_VERSION : text;
}
