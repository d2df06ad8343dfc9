/** The stages of a request in their order, and only that (`docs/request.md`). */
import { badRequest, methodNotAllowed, misconfigured, notForwarded, toHttps } from "./answers.ts";
import type { Defer, Deps } from "./deps.ts";
import { createForward } from "./forward/forward.ts";
import { createAggregate } from "./health/aggregate.ts";
import { createWatch } from "./health/watch.ts";
import { createLog } from "./log.ts";
import type { Settings } from "./settings.ts";
import { targetOf } from "./target.ts";
import { parseUrl } from "./url.ts";

/** Answers one request. Does not reject for anything that a client or an origin does. */
export type Balancer = (request: Request, defer: Defer) => Response | Promise<Response>;

/** Builds a deployment's balancer: what can be done once is done here. */
export function createBalancer(settings: Settings, deps: Deps): Balancer {
  const { origins: list, health, matchRoute, misconfiguredText } = settings;
  const log = createLog(deps);
  const origins = list.kind === "configured" ? list.origins : [];
  const watch = createWatch(health, settings.redirects, origins, log, deps);
  const forward = list.kind === "configured" ? createForward(settings, list.origins, watch, log, deps) : undefined;
  const endpoint = list.kind === "malformed" ? undefined : health.endpoint;
  const aggregate = endpoint && createAggregate(endpoint, health.version, origins, watch);

  return (request, defer) => {
    // The runtime lets a broken `Host` through as far as here.
    const url = parseUrl(request.url);
    if (url === undefined) return badRequest();
    if (settings.scheme === "https-only" && url.protocol === "http:") return toHttps(url.href);

    const path = url.pathname;
    const { method } = request;
    if (aggregate !== undefined && path === endpoint?.path) {
      return endpoint.methods.includes(method) ? aggregate(defer) : methodNotAllowed(path, endpoint.methods.join(", "));
    }
    if (forward === undefined) return misconfigured(misconfiguredText);

    const match = matchRoute(method, path);
    if (match.kind === "unknown-path") return notForwarded(path);
    if (match.kind === "unknown-method") return methodNotAllowed(path, match.allow);
    return forward({ request, method, url, target: targetOf(url.href), route: match.route }, defer);
  };
}
