/** Which error is which failure, and which failures another origin could mend. */
import type { Failure, Suspicion } from "./model.ts";

/**
 * What a transport failure says of itself: the names that Node and undici use, and the texts of workerd
 * (`docs/runtime.md`), for which a refused connection and a reset one read alike; the last is an origin's garbage too.
 */
const TRANSPORT =
  /fetch failed|network error|socket hang up|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network connection lost|internal error; reference =|invalid Content-Length header value/i;

/** Classifies what `fetch` threw. Anything unknown is a fault of ours, `internal`. */
export function failureOf(error: unknown): Failure {
  if (isRecord(error) && (error["name"] === "AbortError" || error["name"] === "TimeoutError")) return "timeout";
  const causes = new Set<unknown>();
  for (let cause = error; isRecord(cause) && !causes.has(cause); cause = cause["cause"]) {
    const { message, retryable } = cause;
    if (retryable === true || (typeof message === "string" && TRANSPORT.test(message))) return "network";
    causes.add(cause);
  }
  return "internal";
}

/** Whether another origin may do better. A redirect loop or a fault of ours would only repeat itself. */
export function movesOn(failure: Failure): boolean {
  return failure !== "redirect loop" && failure !== "internal";
}

/** The status of an answer that counted as a failure, or `null` where there was none. */
export function statusOf(failure: Suspicion): number | null {
  return failure.startsWith("status ") ? Number(failure.slice("status ".length)) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
