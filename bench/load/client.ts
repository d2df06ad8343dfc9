/** One request to a candidate, as a client makes it. */
import { Agent, request as ask } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface Question {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  /** A body of this length, sent as it is wanted, with its `Content-Length`. */
  readonly body?: { readonly bytes: number } | undefined;
}

export interface Answer {
  /** 0: there was none, and `error` says why. */
  readonly status: number;
  /** Of the body. */
  readonly bytes: number;
  readonly error: string | undefined;
}

const TIMEOUT_MS = 60_000;
const PIECE = Buffer.alloc(65_536, "u");

/** Reads the answer to its end. A connection of its own; never rejects. */
export function request({ port, method, path, body }: Question): Promise<Answer> {
  return new Promise((done) => {
    let status = 0;
    let bytes = 0;
    const finish = (error?: Error & { readonly code?: string }): void =>
      done({ status: error ? 0 : status, bytes, error: error && (error.code ?? error.message) });
    const headers = { "x-forwarded-proto": "https", ...(body && { "content-length": body.bytes }) };
    const agent = new Agent({ keepAlive: false });
    const sent = ask({ host: "127.0.0.1", port, method, path, headers, agent, timeout: TIMEOUT_MS }, (response) => {
      status = response.statusCode ?? 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once("end", () => finish());
      response.once("error", finish);
    });
    sent.once("error", finish);
    sent.once("timeout", () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    pipeline(Readable.from(pieces(body?.bytes ?? 0)), sent).catch(finish);
  });
}

function* pieces(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
}
