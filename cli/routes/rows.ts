/** The safelist as a configuration has it: every answer is the engine's own. */
import type { Route } from "../../src/engine/model.ts";
import type { RouteMatch } from "../../src/engine/routes.ts";
import type { Settings } from "../../src/engine/settings.ts";
import { ROUTES } from "../../src/messageweave/routes.ts";
import { attemptsBound } from "../origins.ts";

/** One path, with the methods that are forwarded alike. */
export interface Row {
  /** `undefined`: any path. */
  readonly path: string | undefined;
  /** In the order of `Allow`; `undefined`: any method. */
  readonly methods: readonly string[] | undefined;
  /** Origins tried per request. */
  readonly attempts: number;
  readonly route: Route;
}

/** No method at all, so that what comes back is what a path allows. */
const NO_METHOD = "";

/** All that is forwarded. */
export function rowsOf(settings: Settings): readonly Row[] {
  const any = settings.matchRoute(NO_METHOD, "/");
  if (any.kind === "route") return [row(undefined, undefined, any.route, settings)];
  return knownPaths(settings).flatMap((path) => rowsOfPath(path, settings));
}

/** The paths that the deployment lists. */
export const knownPaths = ({ matchRoute }: Pick<Settings, "matchRoute">): readonly string[] =>
  ROUTES.map(([path]) => path).filter((path) => matchRoute(NO_METHOD, path).kind !== "unknown-path");

/** The methods that a refusal names. */
export const methodsIn = (match: RouteMatch): readonly string[] => (match.kind === "unknown-method" ? match.allow.split(", ") : []);

/** The methods of a path; none where it is not listed, or any will do. */
export const methodsOf = ({ matchRoute }: Pick<Settings, "matchRoute">, path: string): readonly string[] =>
  methodsIn(matchRoute(NO_METHOD, path));

/** How many origins one request may try; without a usable list, as many as the bound allows. */
export function attemptsOf({ attempts }: Route, { maxAttempts, origins }: Pick<Settings, "maxAttempts" | "origins">): number {
  if (attempts === "one") return 1;
  return origins.kind === "configured" ? attemptsBound({ maxAttempts, origins }) : maxAttempts;
}

const row = (path: Row["path"], methods: Row["methods"], route: Route, settings: Settings): Row => ({
  path,
  methods,
  route,
  attempts: attemptsOf(route, settings),
});

/** One row, unless its methods are not forwarded alike. */
function rowsOfPath(path: string, settings: Settings): readonly Row[] {
  const byRoute = new Map<Route, string[]>();
  for (const method of methodsOf(settings, path)) {
    const match = settings.matchRoute(method, path);
    if (match.kind === "route") byRoute.set(match.route, [...(byRoute.get(match.route) ?? []), method]);
  }
  return [...byRoute].map(([route, methods]) => row(path, methods, route, settings));
}
