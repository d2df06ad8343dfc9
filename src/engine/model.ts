/**
 * The nouns of the engine, types only. A deployment is one value of `Settings`: every policy is data here, so
 * that another deployment brings other values and no line of engine code.
 */

/** One backend, as configured. */
export interface Origin {
  /** `URL.origin`: scheme, host and, unless it is 443, port. */
  readonly url: string;
  /** What the observation header and the aggregate call it. */
  readonly name: string;
  /** What it is asked for its health; begins with `/`. */
  readonly healthPath: string;
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
  /** A wait after which the origin is suspect while the attempt goes on, in milliseconds; `undefined`: never. */
  readonly slowMs: number | undefined;
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

/** What makes an origin suspect: a failure, or an answer that is too long in coming. */
export type Suspicion = Failure | "slow";

/** How far redirects are followed, and where to never. */
export interface RedirectRules {
  /** Paths that no redirect may lead to; one that ends in `/` stands for everything below it. */
  readonly absentPaths: readonly string[];
  /** Redirects followed per attempt; one more is a `redirect loop`. 0: each is handed back to the client. */
  readonly maxHops: number;
}

/** Redirect rules with the origins that a redirect may lead to. */
export interface RedirectPolicy extends RedirectRules {
  readonly origins: readonly Origin[];
}

/** What came of one request to an origin, its redirects followed. */
export type Sent = { readonly kind: "response"; readonly response: Response; readonly origin: Origin } | Failed;

/** What came of one attempt. */
export type Outcome =
  | Sent
  /** The client left before its streamed body was handed on: nobody's failure, and nobody is left to answer. */
  | { readonly kind: "client gone"; readonly origin: Origin; readonly response?: undefined };

/** An attempt that failed. */
export interface Failed {
  readonly kind: "failure";
  readonly failure: Failure;
  /** The one that was being asked when it failed, which a redirect may have changed. */
  readonly origin: Origin;
  /** The answer that counts as a failure, unread, where there was one that could be handed on. */
  readonly response?: Response;
}
