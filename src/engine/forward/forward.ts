/** The bounded loop over origins, and nothing else. */
import { allFailed, badRequest } from "../answers.ts";
import type { Defer, Deps } from "../deps.ts";
import { movesOn } from "../failure.ts";
import type { Watch } from "../health/watch.ts";
import type { Log } from "../log.ts";
import type { Failed, Origin, Outcome, Route } from "../model.ts";
import { createTries } from "../order.ts";
import type { Settings } from "../settings.ts";
import { release } from "../upstream/send.ts";
import { toAnswer } from "./answer.ts";
import { type Attempt, startAttempt } from "./attempt.ts";
import { takeBody } from "./body.ts";
import { isWebSocketHandshake, requestHeaders, withAdded } from "./headers.ts";
import { firstAnswer } from "./hedge.ts";

/** A request that may be forwarded. */
export interface Forwarding {
  readonly request: Request;
  readonly method: string;
  /** What the client asked for. */
  readonly url: URL;
  /** Path and query as they go out. */
  readonly target: string;
  readonly route: Route;
}

export type Forward = (forwarding: Forwarding, defer: Defer) => Promise<Response>;

/** Tries origins in order, each at most once, until one answers or the bound is reached. */
export function createForward(settings: Settings, origins: readonly [Origin, ...Origin[]], watch: Watch, log: Log, deps: Deps): Forward {
  const { crossing, exhausted, hedgeMs, isFailureStatus } = settings;
  const { suspects } = watch;
  const redirects = { ...settings.redirects, origins };
  const order = settings.order(origins);
  const isSuspect = suspects?.isSuspect ?? (() => false);
  const onSlow = (origin: Origin, ticket: number): void => suspects?.failed(origin, "slow", ticket);
  const lost = ({ asked, ticket }: Attempt): void => suspects?.lostRace(asked.origin, ticket);

  const answerFrom = (outcome: Outcome, request: Request, url: URL): Response => {
    if (outcome.kind === "client gone") return badRequest();
    const { response, origin } = outcome;
    if (outcome.kind === "response" && hedgeMs !== undefined) suspects?.answered(origin);
    if (response !== undefined && (outcome.kind === "response" || exhausted.lastAnswer)) return toAnswer(response, origin, url, crossing);
    const failure = outcome.kind === "failure" ? outcome.failure : "internal";
    release(response);
    log.allFailed({ method: request.method, path: url.pathname }, failure);
    return allFailed(failure, exhausted);
  };

  return async ({ request, method, url, target, route }, defer) => {
    const taken = takeBody(request, method, settings.maxReplayBytes);
    const body = taken instanceof Promise ? await taken : taken;
    if (body.kind === "lost") return badRequest();

    const bound = route.attempts === "one" ? 1 : Math.min(settings.maxAttempts, origins.length);
    const tries = createTries(order(bound, deps.random), body.kind === "stream" ? 1 : bound, isSuspect);
    const headers = requestHeaders(request.headers, crossing.webSockets && isWebSocketHandshake(request));

    const start = (): Attempt | undefined => {
      const origin = tries.next();
      if (origin === undefined) return undefined;
      const sending = { method, target, headers: withAdded(headers, crossing.requestHeaders?.(origin, url)), body, redirects };
      const { timeoutMs, slowMs } = route;
      return startAttempt(origin, sending, { timeoutMs, slowMs, isFailureStatus, ticket: suspects?.ticket() ?? 0, onSlow }, deps);
    };
    const goesOn = ({ ticket }: Attempt, { failure, origin }: Failed): boolean => {
      log.attemptFailed({ method, path: url.pathname }, origin, failure);
      if (!movesOn(failure)) return false;
      suspects?.failed(origin, failure, ticket);
      return settings.maySendAgain(method, failure) && !clientIsGone(request) && tries.left();
    };

    const first = start();
    if (first === undefined) return allFailed("internal", exhausted);
    watch.probeDue(defer);
    const outcome =
      hedgeMs !== undefined && method === "GET" && tries.left()
        ? await firstAnswer(first, { start: () => (clientIsGone(request) ? undefined : start()), hedgeMs, goesOn, lost }, deps)
        : await oneByOne(first, start, goesOn);
    return answerFrom(outcome, request, url);
  };
}

/** Attempts one after another, each failed one released before the next starts. */
async function oneByOne(
  first: Attempt,
  start: () => Attempt | undefined,
  goesOn: (attempt: Attempt, outcome: Failed) => boolean,
): Promise<Outcome> {
  let attempt = first;
  for (;;) {
    const outcome = await attempt.outcome;
    if (outcome.kind !== "failure" || !goesOn(attempt, outcome)) return outcome;
    release(outcome.response);
    const next = start();
    if (next === undefined) return outcome;
    attempt = next;
  }
}

/** Where the platform provides the signal; elsewhere the attempt's deadline is the bound. */
function clientIsGone(request: Request): boolean {
  return request.signal?.aborted === true;
}
