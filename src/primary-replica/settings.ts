/** Environment → settings of a primary with replicas. Every default stands here, once. */
import { makeLocationPublic } from "../engine/forward/location.ts";
import { fromMemory, type HealthEndpoint } from "../engine/health/aggregate.ts";
import { interval } from "../engine/health/schedule.ts";
import { MAX_REPLAY_BYTES_LIMIT, positiveInteger } from "../engine/numbers.ts";
import { asConfigured } from "../engine/order.ts";
import { parseOrigins } from "../engine/origins.ts";
import { anything } from "../engine/routes.ts";
import type { Settings } from "../engine/settings.ts";
import { versionOf } from "../engine/texts.ts";
import type { Env } from "../engine/worker.ts";
import { isFailureStatus, maySendAgain, retryUnsafeOf } from "./retry.ts";
import { readServer } from "./servers.ts";

/** The variables that are numbers. */
export type NumberName =
  | "HEALTH_CHECK_INTERVAL_MS"
  | "HEALTH_CHECK_TIMEOUT_MS"
  | "REQUEST_TIMEOUT_MS"
  | "MAX_ATTEMPTS"
  | "MAX_REPLAY_BYTES";

/** Their defaults. */
export const DEFAULTS: Readonly<Record<NumberName, number>> = {
  HEALTH_CHECK_INTERVAL_MS: 30_000,
  HEALTH_CHECK_TIMEOUT_MS: 5_000,
  REQUEST_TIMEOUT_MS: 30_000,
  MAX_ATTEMPTS: 2,
  MAX_REPLAY_BYTES: 4_194_304,
};

/** All that is read of the environment. */
export const VARIABLES: readonly string[] = ["SERVERS_JSON", "RETRY_UNSAFE", "STATUS_PATH", "LB_VERSION", ...Object.keys(DEFAULTS)];

/** Lets a server's log tell a health check from traffic. */
const HEALTH_CHECK_HEADERS = { "user-agent": "Cloudflare-Worker-HealthCheck" } as const;

/** Reads the settings. Never throws: a bad list of servers is a value that the balancer answers with. */
export function readSettings(env: Env): Settings {
  const number = (name: NumberName): number => positiveInteger(env[name], DEFAULTS[name]);
  const intervalMs = number("HEALTH_CHECK_INTERVAL_MS");
  return {
    scheme: "any",
    origins: parseOrigins(env["SERVERS_JSON"], readServer),
    misconfiguredText: "misconfigured servers",
    matchRoute: anything({ timeoutMs: number("REQUEST_TIMEOUT_MS"), slowMs: undefined, attempts: "several" }),
    order: asConfigured,
    maxAttempts: number("MAX_ATTEMPTS"),
    maxReplayBytes: Math.min(number("MAX_REPLAY_BYTES"), MAX_REPLAY_BYTES_LIMIT),
    isFailureStatus,
    maySendAgain: maySendAgain(retryUnsafeOf(env["RETRY_UNSAFE"])),
    hedgeMs: undefined,
    exhausted: { lastAnswer: true, statusText: "", text: () => "All servers are unavailable" },
    redirects: { absentPaths: [], maxHops: 0 },
    crossing: {
      observationHeader: "X-Served-By",
      requestHeaders: ({ name }, { host, protocol }) => ({
        "X-Served-By": name,
        "X-Forwarded-Host": host,
        "X-Forwarded-Proto": protocol.slice(0, -1),
      }),
      answerHeaders: makeLocationPublic,
      webSockets: true,
    },
    health: {
      endpoint: endpointAt(env["STATUS_PATH"]),
      probe: {
        headers: HEALTH_CHECK_HEADERS,
        timeoutMs: number("HEALTH_CHECK_TIMEOUT_MS"),
        isUp: (status) => status >= 200 && status < 400,
      },
      ttlMs: intervalMs,
      version: versionOf(env["LB_VERSION"]),
      scheduler: interval(intervalMs),
    },
  };
}

/** Unset, blank or no path: nowhere, so that every path is the servers'. */
function endpointAt(value: unknown): HealthEndpoint | undefined {
  if (typeof value !== "string" || !value.startsWith("/")) return undefined;
  // As a request's own path will be spelled.
  return { path: new URL(`https://origin${value}`).pathname, methods: ["GET", "HEAD"], sight: fromMemory, showNames: true };
}
