/** What the gateway would do with a request: the stages of `docs/request.md` in their order, with the engine's own answers. */
import { methodNotAllowed, misconfigured, notForwarded, toHttps } from "../../src/engine/answers.ts";
import type { HealthEndpoint } from "../../src/engine/health/aggregate.ts";
import type { Origin, Route } from "../../src/engine/model.ts";
import type { Settings } from "../../src/engine/settings.ts";
import type { Asked } from "./asked.ts";

/** The stage at which the gateway answers by itself. */
export type StageThatAnswers = "scheme" | "configuration" | "own endpoint" | "route";

export type Verdict =
  | { readonly kind: "answered"; readonly stage: StageThatAnswers; readonly response: Response }
  /** The gateway's own aggregate, which depends on the origins. */
  | { readonly kind: "aggregate"; readonly endpoint: HealthEndpoint }
  | { readonly kind: "forwarded"; readonly route: Route; readonly origins: readonly [Origin, ...Origin[]] };

export function verdictOf({ method, url }: Asked, settings: Settings): Verdict {
  const { origins, health, matchRoute, misconfiguredText, scheme } = settings;
  if (scheme === "https-only" && url.protocol === "http:") return answered("scheme", toHttps(url.href));

  const path = url.pathname;
  const endpoint = origins.kind === "malformed" ? undefined : health.endpoint;
  if (path === endpoint?.path) {
    if (endpoint.methods.includes(method)) return { kind: "aggregate", endpoint };
    return answered("own endpoint", methodNotAllowed(path, endpoint.methods.join(", ")));
  }
  if (origins.kind !== "configured") return answered("configuration", misconfigured(misconfiguredText));

  const match = matchRoute(method, path);
  if (match.kind === "unknown-path") return answered("route", notForwarded(path));
  if (match.kind === "unknown-method") return answered("route", methodNotAllowed(path, match.allow));
  return { kind: "forwarded", route: match.route, origins: origins.origins };
}

const answered = (stage: StageThatAnswers, response: Response): Verdict => ({ kind: "answered", stage, response });
