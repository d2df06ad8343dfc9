/** One question over HTTPS. It follows no redirect, keeps no connection, and whatever goes wrong is a value. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";
import { type Reason, reasonOf } from "./failure.ts";

/** More of a body than this is not read: what is asked for here is short. */
const BODY_LIMIT_BYTES = 1_048_576;

/** An address that has not answered after this long is left for the host's next one; Node's own 250 ms are too few for a slow line. */
const CONNECTION = { autoSelectFamilyAttemptTimeout: 1000 };

export interface Question {
  /** https, without userinfo. */
  readonly url: URL;
  readonly method?: "GET" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  /** For all of it, name resolution and body included. */
  readonly timeoutMs: number;
  /** Takes any certificate. */
  readonly insecure?: boolean;
  /** Gives the question up. */
  readonly signal?: AbortSignal | undefined;
}

export type Asked =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** UTF-8; its first MiB. */
      readonly body: string;
    }
  | { readonly kind: "failed"; readonly reason: Reason };

/** Never rejects. */
export type Ask = (question: Question) => Promise<Asked>;

export const ask: Ask = ({ url, method = "GET", headers = {}, timeoutMs, insecure = false, signal }) =>
  new Promise((done) => {
    if (signal?.aborted) return done(failed("stopped"));
    const outgoing = request(url, {
      method,
      headers: { "user-agent": "messageweave-lb", ...headers },
      agent: false,
      rejectUnauthorized: !insecure,
      ...CONNECTION,
    });
    const settle = (asked: Asked): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      done(asked);
      outgoing.destroy();
    };
    const fail = (reason: Reason) => (): void => settle(failed(reason));
    const stop = fail("stopped");
    const timer = setTimeout(fail("timed-out"), timeoutMs);
    signal?.addEventListener("abort", stop);
    outgoing.on("error", (error) => settle(failed(reasonOf(error))));
    // An upgrade that nobody asked for ends the connection with no other event than this. With an answer it may come before the body's end.
    const closed = fail("reset");
    outgoing.on("close", closed);
    outgoing.on("response", (response) => {
      outgoing.off("close", closed);
      readBody(response, settle);
    });
    outgoing.end();
  });

const failed = (reason: Reason): Asked => ({ kind: "failed", reason });

function readBody(response: IncomingMessage, settle: (asked: Asked) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const answered = (): void => {
    const body = Buffer.concat(chunks).subarray(0, BODY_LIMIT_BYTES).toString("utf8");
    settle({ kind: "answered", status: response.statusCode ?? 0, headers: response.headers, body });
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= BODY_LIMIT_BYTES) answered();
  });
  response.on("error", (error) => settle(failed(reasonOf(error))));
  response.on("end", answered);
}
