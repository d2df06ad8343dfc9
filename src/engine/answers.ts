/** Every status and text that the gateway makes up itself. */
import type { Failure } from "./model.ts";

/** What the client gets when no origin is left to try. */
export interface ExhaustedSettings {
  /** Hand on the last attempt's own answer, where it got one. */
  readonly lastAnswer: boolean;
  /** The reason phrase of the gateway's own 503; empty: the standard one. */
  readonly statusText: string;
  readonly text: (failure: Failure) => string;
}

const TEXT = "text/plain; charset=utf-8";

/** 308 (RFC 9110 §15.4.9): method and body are kept. */
export function toHttps(href: string): Response {
  return answer(308, "redirecting to https", { location: href.replace(/^http:/, "https:") });
}

/** A request whose URL no parser can read, such as one with a broken `Host`. */
export function badRequest(): Response {
  return answer(400, "bad request");
}

/** Only the path is shown: a query can hold a secret. */
export function notForwarded(path: string): Response {
  return answer(404, `route not forwarded: ${path}`);
}

export function methodNotAllowed(path: string, allow: string): Response {
  return answer(405, `method not allowed for ${path}`, { allow });
}

export function misconfigured(text: string): Response {
  return answer(503, text);
}

/** No origin is left to try, or trying another would be wrong. */
export function allFailed(failure: Failure, { text, statusText }: ExhaustedSettings): Response {
  return answer(503, text(failure), {}, statusText);
}

/** The gateway's own JSON. */
export function json(status: number, body: unknown): Response {
  return answer(status, JSON.stringify(body), { "content-type": "application/json" });
}

function answer(status: number, body: string, headers: Record<string, string> = {}, statusText = ""): Response {
  return new Response(body, {
    status,
    ...(statusText !== "" && { statusText }),
    headers: { "content-type": TEXT, "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers },
  });
}
