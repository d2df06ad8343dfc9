/** A request that is forwarded, and what follows from its settings for all its stages. */
import { movesOn } from "../../src/engine/failure.ts";
import type { Failure, Origin, Route } from "../../src/engine/model.ts";
import type { Settings } from "../../src/engine/settings.ts";
import { attemptsOf } from "../routes/rows.ts";
import type { Asked } from "./asked.ts";
import { statusesWhere } from "./statuses.ts";

/** What is asked, before which configuration. */
export interface Forwarding {
  readonly asked: Asked;
  readonly settings: Settings;
  readonly route: Route;
  readonly origins: readonly [Origin, ...Origin[]];
  /** What the deployment calls an origin. */
  readonly noun: string;
  /** Size of the request's body, in bytes; `undefined`: not told. */
  readonly bodyBytes: number | undefined;
}

export interface Forwarded extends Forwarding {
  /** Whether a body goes out at all. */
  readonly takesBody: boolean;
  /** Whether its body can be sent once only. */
  readonly isStreamed: boolean;
  /** How many origins its order is made for. */
  readonly bound: number;
  /** How many are asked at most. */
  readonly attempts: number;
  /** The statuses that are failures. */
  readonly failing: readonly number[];
  /** The failures after which the request may be sent again, out of all that move on. */
  readonly again: Again;
  /** A wait after which the next attempt starts as well, in milliseconds; `undefined`: never. */
  readonly hedgeMs: number | undefined;
  /** The most that all attempts can take until the head of an answer is here, in milliseconds. */
  readonly longestMs: number;
}

/** Which failures move on to the next origin. */
export interface Again {
  readonly timeout: boolean;
  readonly network: boolean;
  readonly statuses: readonly number[];
}

export function forwarded(forwarding: Forwarding): Forwarded {
  const { asked, settings, route, bodyBytes } = forwarding;
  const { method } = asked;
  const mayGoOn = (failure: Failure): boolean => movesOn(failure) && settings.maySendAgain(method, failure);
  const failing = statusesWhere(settings.isFailureStatus);
  const again = {
    timeout: mayGoOn("timeout"),
    network: mayGoOn("network"),
    statuses: failing.filter((status) => mayGoOn(`status ${status}`)),
  };
  const takesBody = method !== "GET" && method !== "HEAD";
  const isStreamed = takesBody && bodyBytes !== undefined && bodyBytes > settings.maxReplayBytes;
  const bound = attemptsOf(route, settings);
  const isOnce = isStreamed || !(again.timeout || again.network || again.statuses.length > 0);
  const attempts = isOnce ? 1 : bound;
  const { timeoutMs } = route;
  const hedgeMs = method === "GET" && attempts > 1 && (settings.hedgeMs ?? timeoutMs) < timeoutMs ? settings.hedgeMs : undefined;
  const longestMs = longest(attempts, timeoutMs, hedgeMs);
  return { ...forwarding, takesBody, isStreamed, bound, attempts, failing, again, hedgeMs, longestMs };
}

/** Where nobody answers, each attempt starts when the latest has waited long enough, or at the next timeout before that. */
function longest(attempts: number, timeoutMs: number, hedgeMs: number = timeoutMs): number {
  let latest = 0;
  const ends = [timeoutMs];
  while (ends.length < attempts) {
    latest = Math.min(latest + hedgeMs, ...ends.filter((end) => end > latest));
    ends.push(latest + timeoutMs);
  }
  return latest + timeoutMs;
}
