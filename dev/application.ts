// What a demonstration server serves, apart from how it fails.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Pieces go out one by one, as they come. */
  readonly body: string | AsyncIterable<string>;
}

export interface Application {
  readonly answer: (question: Question) => Answer | Promise<Answer>;
  /** Takes over a connection that asks for a WebSocket; absent: such a request is like any other. */
  readonly takeSocket?: (request: IncomingMessage, socket: Duplex, head: Buffer, isSilent: () => boolean) => void;
}

/** A file of this media type, or a page: whatever is text, and never kept by anybody. */
export const content = (type: string, body: Answer["body"], status = 200, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store", ...headers },
  body,
});

export const json = (status: number, value: unknown, headers: Answer["headers"] = {}): Answer =>
  content("application/json", `${JSON.stringify(value)}\n`, status, headers);
