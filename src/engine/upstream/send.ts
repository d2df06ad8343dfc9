/**
 * One request to one origin, followed through its redirects to a final response, under one deadline. Everything
 * that can go wrong comes back as a value.
 */
import type { Deps } from "../deps.ts";
import { failureOf } from "../failure.ts";
import type { Origin, Outcome, RedirectPolicy } from "../model.ts";
import { nextHop } from "./redirect.ts";

/** What is sent, and how long its answer may take. */
export interface Sending {
  readonly method: string;
  /** Path and query, the same at every origin. */
  readonly target: string;
  /** Sent as they are, and again with each redirect. */
  readonly headers: Headers | undefined;
  readonly body: SendingBody;
  /** The wait for the final response head, in milliseconds. */
  readonly timeoutMs: number;
  readonly redirects: RedirectPolicy;
  /** Asks the platform's cache to stay out of it. */
  readonly uncached?: boolean;
}

export type SendingBody =
  /** `undefined`: no body. Bytes can be sent any number of times. */
  | { readonly kind: "bytes"; readonly bytes: BufferSource | undefined }
  /** Can be sent once. `handedOn` settles when its last byte has gone out: the wait begins there. */
  | { readonly kind: "stream"; readonly stream: ReadableStream; readonly handedOn: Promise<unknown> };

/**
 * Sends and follows. The timer covers the wait for the head only and is cleared when that is here: one that stays
 * armed would cut the body of a slow answer (`docs/runtime.md`).
 */
export async function send(origin: Origin, sending: Sending, deps: Pick<Deps, "fetch" | "after">): Promise<Outcome> {
  const deadline = createDeadline(sending, deps);
  let hop = { origin, url: origin.url + sending.target };
  try {
    const init = requestInit(sending, deadline.signal);
    for (let hops = 0; ; hops++) {
      const response = await deps.fetch(hop.url, init);
      const next = nextHop(
        response,
        { url: hop.url, method: sending.method, canSendAgain: sending.body.kind === "bytes" },
        sending.redirects,
      );
      if (next === undefined) return { kind: "response", response, origin: hop.origin };
      release(response);
      if (hops === sending.redirects.maxHops) return { kind: "failure", failure: "redirect loop", origin: hop.origin };
      hop = next;
    }
  } catch (error) {
    return { kind: "failure", failure: deadline.expired() ? "timeout" : failureOf(error), origin: hop.origin };
  } finally {
    deadline.clear();
  }
}

/** Lets an unread body go: one that is only dropped holds a connection, and reading it may never end. */
export function release(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}

function requestInit({ method, headers, body, uncached }: Sending, signal: AbortSignal): RequestInit {
  return {
    method,
    redirect: "manual",
    signal,
    ...(headers && { headers }),
    ...(body.kind === "stream" ? { body: body.stream } : body.bytes && { body: body.bytes }),
    ...(uncached && { cache: "no-store" as const }),
  };
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly expired: () => boolean;
  readonly clear: () => void;
}

function createDeadline({ body, timeoutMs }: Sending, { after }: Pick<Deps, "after">): Deadline {
  const controller = new AbortController();
  let cleared = false;
  let cancel: (() => void) | undefined;
  const start = (): void => {
    if (!cleared) cancel = after(timeoutMs, () => controller.abort());
  };
  // An upload that fails fails the fetch too, which tells why.
  if (body.kind === "stream") body.handedOn.then(start, () => undefined);
  else start();
  return {
    signal: controller.signal,
    expired: () => controller.signal.aborted,
    clear: () => {
      cleared = true;
      cancel?.();
    },
  };
}
