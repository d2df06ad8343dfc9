/** The bounded loop over origins, and nothing else. */
import { allFailed, badRequest } from "../answers.ts";
import type { Deps } from "../deps.ts";
import { movesOn } from "../failure.ts";
import type { RequestLog } from "../log.ts";
import type { Failure, Origin, Route, Settings } from "../model.ts";
import { roundFrom } from "../order.ts";
import type { Sending } from "../upstream/send.ts";
import { toAnswer } from "./answer.ts";
import { attempt } from "./attempt.ts";
import { takeBody } from "./body.ts";
import { requestHeaders } from "./headers.ts";

/** A request that has passed the safelist. */
export interface Forwarding {
  readonly request: Request;
  readonly path: string;
  /** Path and query as they go out. */
  readonly target: string;
  readonly route: Route;
}

export type Forward = (forwarding: Forwarding) => Promise<Response>;

/** Tries origins in order, each at most once, until one answers or the bound is reached. */
export function createForward(settings: Settings, origins: readonly [Origin, ...Origin[]], log: RequestLog, deps: Deps): Forward {
  const redirects = { ...settings.redirects, origins };

  return async ({ request, path, target, route }) => {
    const { method } = request;
    const body = await takeBody(request, settings.maxReplayBytes);
    if (body.kind === "lost") return badRequest();
    const bound = route.attempts === "one" ? 1 : Math.min(settings.maxAttempts, origins.length);
    const candidates = roundFrom(origins, bound, deps.random);
    const tries = body.kind === "stream" ? 1 : bound;
    const sending: Sending = { method, target, headers: requestHeaders(request.headers), body, timeoutMs: route.timeoutMs, redirects };

    let failure: Failure = "internal";
    for (const origin of candidates.slice(0, tries)) {
      const outcome = await attempt(origin, sending, settings.isFailureStatus, deps);
      if (outcome.kind === "response") return toAnswer(outcome.response, outcome.origin, settings.observationHeader);
      failure = outcome.failure;
      log.attemptFailed({ method, path }, outcome.origin, failure);
      if (!movesOn(failure) || clientIsGone(request)) break;
    }
    log.allFailed({ method, path }, failure);
    return allFailed(failure);
  };
}

/** Where the platform provides the signal; elsewhere the attempt's deadline is the bound. */
function clientIsGone(request: Request): boolean {
  return request.signal?.aborted === true;
}
