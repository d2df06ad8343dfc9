/** The safelist of the MessageWeave gateway (`ARCH-LB-WORKER`): what is not listed is reachable at an origin only. */
import type { Route, RouteTable } from "../engine/model.ts";

/** `worker` and `reconcile` are long synchronous jobs that must run once, each with its own timeout. */
export type RouteKind = "ordinary" | "reconcile" | "worker";

/** Path, methods in the order of `Allow`, and the kind where it is not ordinary. */
export type RouteRow = readonly [path: string, methods: readonly string[], kind?: RouteKind];

export const ROUTES: readonly RouteRow[] = [
  ["/", ["GET"]],
  ["/assets/config.js", ["GET"]],
  ["/assets/styles.css", ["GET"]],
  ["/api/status", ["GET"]],
  ["/api/config", ["GET", "PUT"]],
  ["/api/business-config", ["GET", "PUT"]],
  ["/api/business-config/preflight", ["POST"]],
  ["/api/admin/session", ["POST"]],
  ["/api/admin/session/revoke", ["POST"]],
  ["/api/enabled", ["GET", "PUT"]],
  ["/webhook/tg", ["POST"]],
  ["/push/jmap", ["POST"]],
  ["/api/push/register", ["POST"]],
  ["/api/telegram/register-webhook", ["POST"]],
  ["/api/push/disable", ["POST"]],
  ["/reconcile", ["POST"], "reconcile"],
  ["/worker", ["POST"], "worker"],
  ["/healthz", ["GET"]],
  ["/ready", ["GET"]],
];

/** Deliberately absent: no request and no redirect reaches these through the gateway. */
export const ABSENT_PATHS: readonly string[] = ["/api/bootstrap", "/debug/"];

/** The table that the engine looks up, for the timeouts of a configuration. */
export function routeTable(rows: readonly RouteRow[], kinds: Readonly<Record<RouteKind, Route>>): RouteTable {
  return new Map(rows.map(([path, methods, kind = "ordinary"]) => [path, new Map(methods.map((method) => [method, kinds[kind]]))]));
}
