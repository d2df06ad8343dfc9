/** The stages of a request in their order, and only that (`docs/request.md`). */
import { badRequest, methodNotAllowed, misconfigured, notForwarded, toHttps } from "./answers.ts";
import type { Defer, Deps } from "./deps.ts";
import { createForward } from "./forward/forward.ts";
import { createAggregate } from "./health/aggregate.ts";
import { createLog } from "./log.ts";
import type { Settings } from "./model.ts";
import { matchRoute } from "./routes.ts";
import { targetOf } from "./target.ts";

/** Answers one request. Does not reject for anything that a client or an origin does. */
export type Balancer = (request: Request, defer: Defer) => Promise<Response>;

/** Builds a deployment's balancer: what can be done once is done here. */
export function createBalancer(settings: Settings, deps: Deps): Balancer {
  const { origins: list, health, routes, misconfiguredText } = settings;
  const origins = list.kind === "configured" ? list.origins : undefined;
  const forward = origins && createForward(settings, origins, createLog(deps), deps);
  const aggregate = list.kind === "malformed" ? undefined : createAggregate(settings, origins ?? [], deps);

  return async (request, defer) => {
    const url = parseUrl(request.url);
    if (url === undefined) return badRequest();
    if (settings.scheme === "https-only" && url.protocol === "http:") return toHttps(url.href);

    const path = url.pathname;
    if (aggregate !== undefined && path === health.endpointPath) {
      return request.method === "GET" ? aggregate(defer) : methodNotAllowed(path, "GET");
    }
    if (forward === undefined) return misconfigured(misconfiguredText);

    const match = matchRoute(routes, request.method, path);
    if (match.kind === "unknown-path") return notForwarded(path);
    if (match.kind === "unknown-method") return methodNotAllowed(path, match.allow);
    return forward({ request, path, target: targetOf(url), route: match.route });
  };
}

/** The runtime lets a broken `Host` through as far as `request.url`. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
