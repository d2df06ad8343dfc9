/**
 * What is said, and that nothing else is: one JSON object per line, of method, path, origin and failure class
 * (`SAF-LOG-PURITY`). The parameters are the whole vocabulary, so no caller can add a header or a query.
 */
import type { Deps, LogLevel } from "./deps.ts";
import type { Failure, Origin, Suspicion } from "./model.ts";

/** What a log line says of a request. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
}

export interface Log {
  /** One attempt failed; `origin` was being asked. */
  readonly attemptFailed: (request: LoggedRequest, origin: Origin, failure: Failure) => void;
  /** The client got the 503. */
  readonly allFailed: (request: LoggedRequest, failure: Failure) => void;
  /** An origin is tried last from now on. */
  readonly originSuspect: (origin: Origin, failure: Suspicion) => void;
  /** A probe found it up. */
  readonly originBack: (origin: Origin) => void;
}

/** An observation must not cost an answer: a line that cannot be written is lost. */
export function createLog(deps: Pick<Deps, "log">): Log {
  const write = (level: LogLevel, line: object): void => {
    try {
      deps.log(level, JSON.stringify(line));
    } catch {
      // Nowhere left to say it.
    }
  };
  return {
    attemptFailed: ({ method, path }, origin, failure) =>
      write("warn", { event: "attempt-failed", method, path, origin: origin.url, failure }),
    allFailed: ({ method, path }, failure) => write("error", { event: "all-failed", method, path, failure }),
    originSuspect: (origin, failure) => write("warn", { event: "origin-suspect", origin: origin.url, failure }),
    originBack: (origin) => write("info", { event: "origin-back", origin: origin.url }),
  };
}
