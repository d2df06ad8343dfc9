/**
 * The nouns of the engine, types only. A deployment is one value of `Settings`: every policy is data here, so
 * that a second deployment brings other values and no line of engine code.
 */

/** One backend, as configured. */
export interface Origin {
  /** `URL.origin`: scheme, host and, unless it is 443, port. */
  readonly url: string;
}

/** What the configured list of origins turned out to be. */
export type OriginList =
  | { readonly kind: "configured"; readonly origins: readonly [Origin, ...Origin[]] }
  /** Unset, blank or an empty array. */
  | { readonly kind: "none" }
  /** Anything else. Carries no part of the value, which may hold a secret. */
  | { readonly kind: "malformed" };

/** How one method on one path is forwarded. */
export interface Route {
  /** The wait for one attempt's response head, in milliseconds. */
  readonly timeoutMs: number;
  /** `one`: the first origin in order, once. `several`: up to `Settings.maxAttempts` origins. */
  readonly attempts: "one" | "several";
}

/** Exact path → method → route. Methods in the order in which `Allow` lists them. */
export type RouteTable = ReadonlyMap<string, ReadonlyMap<string, Route>>;

/**
 * Every way an attempt can fail, as it appears in logs and error texts: never an exception's own words, which
 * hold URLs with their queries.
 */
export type Failure = "timeout" | "network" | `status ${number}` | "redirect loop" | "internal";

/** Which redirects are followed, and how far. */
export interface RedirectPolicy {
  /** The origins that a redirect may lead to. */
  readonly origins: readonly Origin[];
  /** Paths that no redirect may lead to; one that ends in `/` stands for everything below it. */
  readonly absentPaths: readonly string[];
  /** Redirects followed per attempt; one more is a `redirect loop`. */
  readonly maxHops: number;
}

/** The gateway's own aggregate health endpoint. */
export interface HealthSettings {
  /** Where the gateway answers with its aggregate. */
  readonly endpointPath: string;
  /** What an origin is asked. */
  readonly probePath: string;
  /** The wait for one probe, in milliseconds, from the moment it is sent. */
  readonly timeoutMs: number;
  /** How long a result is served from memory, in milliseconds. */
  readonly ttlMs: number;
  /** Shown in the aggregate, to tell which release answers. */
  readonly version: string;
}

/** One deployment: all that the engine has to know. */
export interface Settings {
  /** `https-only`: plain http is sent to https with a 308. */
  readonly scheme: "https-only" | "any";
  readonly origins: OriginList;
  readonly routes: RouteTable;
  /** Origins tried per request; at least 1. */
  readonly maxAttempts: number;
  /** The largest request body that is kept to be sent again, in bytes. */
  readonly maxReplayBytes: number;
  /** Whether an answer with this status counts as a failed attempt. */
  readonly isFailureStatus: (status: number) => boolean;
  readonly redirects: Omit<RedirectPolicy, "origins">;
  /** The response header that names the origin which answered. */
  readonly observationHeader: string;
  readonly health: HealthSettings;
  /** The body of the 503 for an unusable list of origins. */
  readonly misconfiguredText: string;
}

/** What came of asking origins for one response. */
export type Outcome =
  | { readonly kind: "response"; readonly response: Response; readonly origin: Origin }
  /** `origin` is the one that was being asked when it failed, which a redirect may have changed. */
  | { readonly kind: "failure"; readonly failure: Failure; readonly origin: Origin };
