/** The default deployment under test, with tight timeouts, so that much happens in a short time. */
import { get, ONCE_TIMEOUT_MS, post, put, REPLAY_BYTES, SAME, TIMEOUT_MS, type Variant } from "./rules.ts";

/** With these variables besides its own. */
export function messageweave(name: string, attempts: number, env: Readonly<Record<string, string>>): Variant {
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
