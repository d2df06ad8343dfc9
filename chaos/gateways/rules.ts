/**
 * What may be held against a gateway: its contract as the judge reads it, written here anew, for a judge that imports `src/` agrees with
 * every fault of it.
 */
import type { Ask } from "../plan/asks.ts";

export interface Place {
  readonly method: string;
  readonly path: string;
}

type Kind = Ask["kind"];

/** What may be held against a gateway. */
export interface Rules {
  readonly deployment: "messageweave" | "primary-replica";
  readonly attempts: number;
  /** The wait for one attempt's answer, and for that of a route that is tried once; in milliseconds. */
  readonly timeoutMs: number;
  readonly onceTimeoutMs: number;
  readonly maxReplayBytes: number;
  /** Redirects followed per attempt. */
  readonly hops: number;
  /** Whether an origin's health may change whom a request is sent to first. */
  readonly routed: boolean;
  /** The header of an answer that names its origin. */
  readonly observation: string;
  /** What the gateway itself says when nobody has answered. */
  readonly exhausted: RegExp;
  /** Whether an origin's answer with this status counts as none. */
  readonly isFailure: (status: number) => boolean;
  /** Whether an answer that counts as none is handed on when it is the last. */
  readonly lastAnswer: boolean;
  readonly kinds: readonly [readonly [number, Kind], ...(readonly [number, Kind])[]];
  readonly routes: Readonly<Record<Kind, readonly [Place, ...Place[]]>>;
}

/** One deployment with one setting. */
export interface Variant {
  readonly name: string;
  /** wrangler's configuration. */
  readonly config: string;
  readonly rules: Rules;
  readonly env: (origins: readonly string[]) => Readonly<Record<string, string>>;
}

/** Servers behind each gateway. */
export const ORIGINS = 3;

export const TIMEOUT_MS = 700;
export const ONCE_TIMEOUT_MS = 900;
export const REPLAY_BYTES = 65_536;

export const get = (...paths: readonly [string, ...string[]]): [Place, ...Place[]] => places("GET", paths);
export const post = (...paths: readonly [string, ...string[]]): [Place, ...Place[]] => places("POST", paths);
export const put = (...paths: readonly [string, ...string[]]): [Place, ...Place[]] => places("PUT", paths);
export const places = (method: string, [path, ...more]: readonly [string, ...string[]]): [Place, ...Place[]] => [
  { method, path },
  ...more.map((one) => ({ method, path: one })),
];

export const SAME = { timeoutMs: TIMEOUT_MS, onceTimeoutMs: ONCE_TIMEOUT_MS, maxReplayBytes: REPLAY_BYTES };
