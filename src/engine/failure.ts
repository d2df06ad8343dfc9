/** Which error is which failure, and which failures another origin could mend. */
import type { Failure, Suspicion } from "./model.ts";

/**
 * What a transport failure says of itself: the names that Node and undici use, and the two texts of workerd
 * (`docs/runtime.md`), for which a refused connection and a reset one read alike.
 */
const TRANSPORT =
  /fetch failed|network error|socket hang up|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network connection lost|internal error; reference =/i;

/** Causes are followed this deep; a chain that is longer, or a circle, says nothing more. */
const MAX_CAUSES = 8;

/** Classifies what `fetch` threw. Anything unknown is a fault of ours, `internal`. */
export function failureOf(error: unknown): Failure {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && isRecord(cause); depth++) {
    const { name, message, retryable } = cause;
    if (depth === 0 && (name === "AbortError" || name === "TimeoutError")) return "timeout";
    if (retryable === true || (typeof message === "string" && TRANSPORT.test(message))) return "network";
    cause = cause["cause"];
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
