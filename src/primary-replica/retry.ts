/** What another server can mend, and what may be sent to it again. */
import { statusOf } from "../engine/failure.ts";
import type { Failure } from "../engine/model.ts";

/** `RETRY_UNSAFE`: when a request that is not idempotent may be sent again. */
export type RetryUnsafe = "undelivered" | "always" | "never";

/** The statuses that say that no application answered: a gateway's own, and Cloudflare's. */
const NO_APPLICATION = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);

/** Of these, the ones that Cloudflare gives before it has sent anything on. */
const UNDELIVERED = new Set([521, 523, 525, 526, 530]);

/** Sending these twice is the same as once (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/** Whether an answer with this status moves on to the next server. 101 is a WebSocket; other interim answers are none. */
export function isFailureStatus(status: number): boolean {
  return NO_APPLICATION.has(status) || (status < 200 && status !== 101);
}

/**
 * Whether the next server may get the request too. An exception is no certainty that nothing was delivered: the runtime
 * reports a refused connection and one reset after the request was read alike (`docs/runtime.md`).
 */
export function maySendAgain(policy: RetryUnsafe): (method: string, failure: Failure) => boolean {
  return (method, failure) => {
    if (IDEMPOTENT.has(method) || policy === "always") return true;
    const status = statusOf(failure);
    return policy === "undelivered" && status !== null && UNDELIVERED.has(status);
  };
}

/** A typo is the default, which is the careful one. */
export function retryUnsafeOf(value: unknown): RetryUnsafe {
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  return text === "always" || text === "never" ? text : "undelivered";
}
