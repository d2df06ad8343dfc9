/** How an origin can break, and which requests meet it. */

/**
 * refused: nobody listens · reset: the request is read, then the connection is reset · hanging: the request is read and
 * never answered · 500: answered with it at once · slow: answered well, after `SLOW_ANSWER_MS` · flapping: refused and
 * well by turns, `FLAP_MS` each.
 */
export const FAULTS = ["refused", "reset", "hanging", "500", "slow", "flapping"] as const;
export type Fault = (typeof FAULTS)[number];

export const METHODS = ["GET", "POST"] as const;
export type Method = (typeof METHODS)[number];

/** What an origin does at one moment: well, or one of the faults that last. */
export type Mode = "well" | Exclude<Fault, "flapping">;

export const SLOW_ANSWER_MS = 2_000;
export const FLAP_MS = 1_000;

/** The requests of the clients; both are forwarded by every candidate. */
export const PATHS: Readonly<Record<Method, string>> = { GET: "/", POST: "/webhook/tg" };

/** Asked by health checks only, and not counted as a request. */
export const HEALTH_PATH = "/healthz";
