/** Path and method → the route, or what the refusal has to say. */
import type { Route, Routes } from "./model.ts";

/** What the table has for a request. */
export type RouteMatch =
  | { readonly kind: "route" | "any"; readonly route: Route }
  | { readonly kind: "unknown-path" }
  /** `allow`: the value of the `Allow` header (RFC 9110 §10.2.1). */
  | { readonly kind: "unknown-method"; readonly allow: string };

/**
 * Looks a request up. The match is exact: no trailing slash, no case folding, no decoding, so that the string
 * that matched is the string that is forwarded, and an origin cannot read the path in another way.
 */
export function matchRoute(routes: Routes, method: string, path: string): RouteMatch {
  if (routes.kind === "any") return routes;
  const methods = routes.table.get(path);
  if (methods === undefined) return { kind: "unknown-path" };
  const route = methods.get(method);
  return route === undefined ? { kind: "unknown-method", allow: [...methods.keys()].join(", ") } : { kind: "route", route };
}
