/** The primary with replicas under test. */
import { get, post, put, REPLAY_BYTES, SAME, TIMEOUT_MS, type Variant } from "./rules.ts";

export function primaryReplica(attempts: number): Variant {
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
