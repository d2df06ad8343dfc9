/** One request to a candidate, as a client makes it. */
import { Agent, request as ask } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pieces } from "./pieces.ts";

export interface Question {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  /** Sent piece by piece, as the other side takes it; `chunked`: without saying how long it is. */
  readonly body?: { readonly bytes: number; readonly framing: "length" | "chunked" } | undefined;
}

export interface Answer {
  /** 0: there was none, and `error` says why. */
  readonly status: number;
  /** Of the body. */
  readonly bytes: number;
  readonly error: string | undefined;
}

const TIMEOUT_MS = 60_000;

/** Reads the answer to its end. A connection of its own; never rejects. */
export function request({ port, method, path, body }: Question): Promise<Answer> {
  return new Promise((done) => {
    let status = 0;
    let bytes = 0;
    const finish = (error?: Error & { readonly code?: string }): void =>
      done({ status: error ? 0 : status, bytes, error: error && (error.code ?? error.message) });
    const framing = body?.framing === "length" ? { "content-length": body.bytes } : {};
    const headers = { "x-forwarded-proto": "https", ...framing };
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
