/**
 * One request to one origin, followed through its redirects to a final response. Everything that can go wrong
 * comes back as a value.
 */
import type { Deps } from "../deps.ts";
import { failureOf } from "../failure.ts";
import type { Origin, RedirectPolicy, Sent } from "../model.ts";
import type { Deadline } from "./deadline.ts";
import { nextHop } from "./redirect.ts";

/** What is sent. */
export interface Sending {
  readonly method: string;
  /** Path and query, the same at every origin. */
  readonly target: string;
  /** Sent as they are, and again with each redirect. */
  readonly headers: HeadersInit;
  readonly body: SendingBody;
  readonly redirects: RedirectPolicy;
  /** Asks the platform's cache to stay out of it. */
  readonly uncached?: boolean;
}

export type SendingBody =
  /** `undefined`: no body. Bytes can be sent any number of times. */
  | { readonly kind: "bytes"; readonly bytes: BufferSource | undefined }
  /** Can be sent once. */
  | {
      readonly kind: "stream";
      readonly stream: ReadableStream;
      /** Never rejects. The wait for an answer begins when the last byte has been handed on. */
      readonly end: Promise<UploadEnd>;
      /** Hands nothing on any more; gives what had come of it. */
      readonly stop: () => Promise<UploadEnd>;
    };

/** What came of handing a streamed body on. */
export type UploadEnd = "handed on" | "client gone" | "origin gone";

/** The origin that is being asked at this moment. */
export interface Asked {
  origin: Origin;
}

/** Sends to `asked.origin` and follows, moving `asked` along, until the deadline. */
export async function send(asked: Asked, sending: Sending, deadline: Deadline, deps: Pick<Deps, "fetch">): Promise<Sent> {
  const { method, body, redirects } = sending;
  const init = requestInit(sending, deadline.signal);
  let url = asked.origin.url + sending.target;
  try {
    for (let hops = 0; ; hops++) {
      const response = await deps.fetch(url, init);
      const next = nextHop(response, { url, method, canSendAgain: body.kind === "bytes" }, redirects);
      if (next === undefined) return { kind: "response", response, origin: asked.origin };
      release(response);
      if (hops === redirects.maxHops) return { kind: "failure", failure: "redirect loop", origin: asked.origin };
      asked.origin = next.origin;
      url = next.url;
    }
  } catch (error) {
    return { kind: "failure", failure: deadline.signal.aborted ? "timeout" : failureOf(error), origin: asked.origin };
  } finally {
    deadline.clear();
  }
}

/** Lets an unread body go: one that is only dropped holds a connection, and reading it may never end. */
export function release(response: Response | undefined): void {
  response?.body?.cancel().catch(() => undefined);
}

function requestInit({ method, headers, body, uncached }: Sending, signal: AbortSignal): RequestInit {
  const content = body.kind === "stream" ? body.stream : body.bytes;
  const init: RequestInit = { method, headers, redirect: "manual", signal };
  if (content !== undefined) init.body = content;
  return uncached ? Object.assign(init, { cache: "no-store" }) : init;
}
