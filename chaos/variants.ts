/** The gateways under test, and the contract of each as the judge reads it: written here anew, for a judge that imports `src/` agrees with every fault of it. */
import type { Ask } from "./plan/asks.ts";
import type { Random } from "./random.ts";

export interface Place {
  readonly method: string;
  readonly path: string;
}

type Kind = Ask["kind"];

/** What may be held against a gateway. */
export interface Rules {
  readonly deployment: "messageweave" | "primary-replica";
  readonly attempts: number;
  /** The wait for one attempt's answer, and for that of a route that is tried once; in milliseconds. */
  readonly timeoutMs: number;
  readonly onceTimeoutMs: number;
  readonly maxReplayBytes: number;
  /** Redirects followed per attempt. */
  readonly hops: number;
  /** Whether an origin's health may change whom a request is sent to first. */
  readonly routed: boolean;
  /** The header of an answer that names its origin. */
  readonly observation: string;
  /** What the gateway itself says when nobody has answered. */
  readonly exhausted: RegExp;
  /** Whether an origin's answer with this status counts as none. */
  readonly isFailure: (status: number) => boolean;
  /** Whether an answer that counts as none is handed on when it is the last. */
  readonly lastAnswer: boolean;
  readonly kinds: readonly [readonly [number, Kind], ...(readonly [number, Kind])[]];
  readonly routes: Readonly<Record<Kind, readonly [Place, ...Place[]]>>;
}

/** One deployment with one setting. */
export interface Variant {
  readonly name: string;
  /** wrangler's configuration. */
  readonly config: string;
  readonly rules: Rules;
  readonly env: (origins: readonly string[]) => Readonly<Record<string, string>>;
}

/** Servers behind each gateway. */
export const ORIGINS = 3;

const TIMEOUT_MS = 700;
const ONCE_TIMEOUT_MS = 900;
const REPLAY_BYTES = 65_536;

const get = (...paths: readonly [string, ...string[]]): [Place, ...Place[]] => places("GET", paths);
const post = (...paths: readonly [string, ...string[]]): [Place, ...Place[]] => places("POST", paths);
const put = (...paths: readonly [string, ...string[]]): [Place, ...Place[]] => places("PUT", paths);
const places = (method: string, [path, ...more]: readonly [string, ...string[]]): [Place, ...Place[]] => [
  { method, path },
  ...more.map((one) => ({ method, path: one })),
];

const SAME = { timeoutMs: TIMEOUT_MS, onceTimeoutMs: ONCE_TIMEOUT_MS, maxReplayBytes: REPLAY_BYTES };

function messageweave(name: string, attempts: number, env: Readonly<Record<string, string>>): Variant {
  return {
    name,
    config: "wrangler.toml",
    rules: {
      ...SAME,
      deployment: "messageweave",
      attempts,
      hops: 5,
      routed: env["LB_HEALTH_ROUTING"] === "on",
      observation: "x-lb-backend",
      exhausted: /^all backends failed: (timeout|network|status \d{3}|redirect loop)$/,
      isFailure: (status) => status >= 500,
      lastAnswer: false,
      kinds: [
        [38, "GET"],
        [26, "POST"],
        [10, "PUT"],
        [7, "once"],
        [7, "large"],
        [5, "own"],
        [4, "refused"],
      ],
      routes: {
        GET: get(
          "/",
          "/assets/config.js",
          "/assets/styles.css",
          "/api/status",
          "/api/config",
          "/api/business-config",
          "/api/enabled",
          "/healthz",
          "/ready",
        ),
        POST: post(
          "/webhook/tg",
          "/push/jmap",
          "/api/push/register",
          "/api/admin/session",
          "/api/business-config/preflight",
          "/api/push/disable",
        ),
        PUT: put("/api/config", "/api/business-config", "/api/enabled"),
        once: post("/reconcile", "/worker"),
        large: [...post("/webhook/tg", "/push/jmap", "/api/push/register"), ...put("/api/config")],
        own: get("/healthz-worker"),
        socket: get("/"),
        refused: [
          ...get("/debug/vars", "/nothing", "/worker"),
          ...post("/api/bootstrap", "/api/status"),
          { method: "DELETE", path: "/api/config" },
          { method: "HEAD", path: "/" },
        ],
      },
    },
    env: (origins) => ({
      BACKEND_ORIGINS_JSON: JSON.stringify(origins),
      LB_REQUEST_TIMEOUT_MS: String(TIMEOUT_MS),
      LB_RECONCILE_TIMEOUT_MS: String(ONCE_TIMEOUT_MS),
      LB_WORKER_TIMEOUT_MS: String(ONCE_TIMEOUT_MS),
      LB_MAX_ATTEMPTS: String(attempts),
      LB_MAX_REPLAY_BYTES: String(REPLAY_BYTES),
      LB_HEALTH_TTL_MS: "300",
      ...env,
    }),
  };
}

function primaryReplica(attempts: number): Variant {
  const noApplication = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);
  return {
    name: "primary-replica",
    config: "deployments/primary-replica/wrangler.toml",
    rules: {
      ...SAME,
      onceTimeoutMs: TIMEOUT_MS,
      deployment: "primary-replica",
      attempts,
      hops: 0,
      routed: true,
      observation: "x-served-by",
      exhausted: /^All servers are unavailable$/,
      isFailure: (status) => noApplication.has(status),
      lastAnswer: true,
      kinds: [
        [38, "GET"],
        [22, "POST"],
        [14, "PUT"],
        [6, "large"],
        [12, "socket"],
        [5, "own"],
      ],
      routes: {
        GET: [
          ...get("/", "/any/path", "/healthz-worker", "/debug/vars"),
          { method: "DELETE", path: "/thing" },
          { method: "OPTIONS", path: "/thing" },
        ],
        POST: [...post("/form", "/api/bootstrap"), { method: "PATCH", path: "/thing" }],
        PUT: put("/thing"),
        once: post("/form"),
        large: [...post("/upload"), ...put("/upload")],
        socket: get("/socket"),
        own: get("/-/status"),
        refused: get("/"),
      },
    },
    env: (origins) => ({
      SERVERS_JSON: JSON.stringify(origins.map((url) => ({ url, name: url, healthCheckPath: "/healthz" }))),
      REQUEST_TIMEOUT_MS: String(TIMEOUT_MS),
      HEALTH_CHECK_TIMEOUT_MS: "400",
      HEALTH_CHECK_INTERVAL_MS: "500",
      MAX_ATTEMPTS: String(attempts),
      MAX_REPLAY_BYTES: String(REPLAY_BYTES),
      STATUS_PATH: "/-/status",
    }),
  };
}

/** Those of a run. How many attempts each has comes from the seed. */
export function variantsOf(deployment: "messageweave" | "primary-replica" | "both", random: Random): readonly [Variant, ...Variant[]] {
  const attempts = (): number =>
    random.weighted([
      [3, ORIGINS],
      [1, ORIGINS - 1],
    ]);
  const all: [Variant, ...Variant[]] = [
    messageweave("messageweave, routing off", attempts(), {}),
    messageweave("messageweave, routing on", attempts(), { LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "250" }),
    messageweave("messageweave, routing on, hedged", attempts(), { LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "250", LB_HEDGE_MS: "120" }),
    primaryReplica(attempts()),
  ];
  const [first, ...rest] = all.filter(({ rules }) => deployment === "both" || rules.deployment === deployment);
  return first === undefined ? all : [first, ...rest];
}
