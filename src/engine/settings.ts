/** What a deployment decides. The engine reads these values and has no other knowledge of any deployment. */
import type { ExhaustedSettings } from "./answers.ts";
import type { HealthEndpoint } from "./health/aggregate.ts";
import type { WatchSettings } from "./health/watch.ts";
import type { Failure, Origin, OriginList, RedirectRules } from "./model.ts";
import type { OrderPolicy } from "./order.ts";
import type { MatchRoute } from "./routes.ts";

/** One deployment: all that the engine has to know. */
export interface Settings {
  /** `https-only`: plain http is sent to https with a 308. */
  readonly scheme: "https-only" | "any";
  readonly origins: OriginList;
  /** The body of the 503 for an unusable list of origins. */
  readonly misconfiguredText: string;
  /** What is forwarded, and how: `safelist(…)` or `anything(…)`. */
  readonly matchRoute: MatchRoute;
  /** Whom to try first: `roundFrom` or `asConfigured`. */
  readonly order: OrderPolicy;
  /** Origins tried per request; at least 1. */
  readonly maxAttempts: number;
  /** The largest request body that is kept to be sent again, in bytes. */
  readonly maxReplayBytes: number;
  /** Whether an answer with this status counts as a failed attempt. */
  readonly isFailureStatus: (status: number) => boolean;
  /** Whether a request with this method may be sent to another origin after this failure. */
  readonly maySendAgain: (method: string, failure: Failure) => boolean;
  /** A `GET` that has waited this long starts its next attempt as well, in milliseconds; `undefined`: never. */
  readonly hedgeMs: number | undefined;
  readonly exhausted: ExhaustedSettings;
  readonly redirects: RedirectRules;
  readonly crossing: CrossingSettings;
  readonly health: HealthSettings;
}

/** What is changed on the way through, besides what HTTP forbids to forward. */
export interface CrossingSettings {
  /** The response header that names the origin which answered. */
  readonly observationHeader: string;
  /** Headers set on the forwarded request, replacing what the client sent under these names; `undefined`: none. */
  readonly requestHeaders: ((origin: Origin, publicUrl: URL) => Readonly<Record<string, string>>) | undefined;
  /** Changes an answer's headers, in place; `undefined`: they stay as they are. */
  readonly answerHeaders: ((headers: Headers, origin: Origin, publicUrl: URL) => void) | undefined;
  /** Whether a WebSocket upgrade is passed on; else it arrives as an ordinary request. */
  readonly webSockets: boolean;
}

export interface HealthSettings extends WatchSettings {
  /** Where the gateway answers with its aggregate; `undefined`: nowhere. */
  readonly endpoint: HealthEndpoint | undefined;
  /** Shown in the aggregate, to tell which release answers. */
  readonly version: string;
}
