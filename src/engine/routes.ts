/** Path and method → the route, or what the refusal has to say. */
import type { Route, RouteTable } from "./model.ts";

/** What a deployment has for a request. */
export type RouteMatch =
  | { readonly kind: "route"; readonly route: Route }
  | { readonly kind: "unknown-path" }
  /** `allow`: the value of the `Allow` header (RFC 9110 §10.2.1). */
  | { readonly kind: "unknown-method"; readonly allow: string };

export type MatchRoute = (method: string, path: string) => RouteMatch;

/**
 * Only what the table lists. The match is exact: no trailing slash, no case folding, no decoding, so that the string
 * that matched is the string that is forwarded, and an origin cannot read the path in another way.
 */
export function safelist(table: RouteTable): MatchRoute {
  return (method, path) => {
    const methods = table.get(path);
    if (methods === undefined) return { kind: "unknown-path" };
    const route = methods.get(method);
    return route === undefined ? { kind: "unknown-method", allow: [...methods.keys()].join(", ") } : { kind: "route", route };
  };
}

/** Every path and method. */
export function anything(route: Route): MatchRoute {
  const match: RouteMatch = { kind: "route", route };
  return () => match;
}
