/** A client that sends exactly the bytes it is told to, on a connection of its own, and shows exactly what comes back. */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Field, Fields } from "./fields.ts";
import { type Head, HttpReader } from "./http-reader.ts";

export interface AnswerHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: Fields;
}

export interface Answer extends AnswerHead {
  readonly body: Buffer;
  readonly text: string;
  /** The body ended as its framing says, rather than with the connection. */
  readonly complete: boolean;
  /** From the first byte sent to the end. */
  readonly ms: number;
}

export interface Address {
  readonly port: number;
  readonly secure: boolean;
}

const TIMEOUT_MS = 20_000;

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** One exchange under way. */
export class Exchange {
  /** Resolves when the final answer's head is here. */
  readonly head: Promise<AnswerHead>;
  /** Resolves when the answer or the connection has ended; rejects where no head came. */
  readonly answer: Promise<Answer>;
  readonly #wire: Socket;
  readonly #socket: Socket;
  readonly #reader: HttpReader;

  constructor({ port, secure }: Address, isHead: boolean) {
    const started = performance.now();
    this.#reader = new HttpReader("answer", ({ first }) => isHead || /^HTTP\/1\.1 (204|304)/.test(first));
    this.#wire = connect(port, "127.0.0.1");
    this.#socket = secure ? connectTls({ socket: this.#wire, servername: "localhost", rejectUnauthorized: false }) : this.#wire;
    const head = deferred<AnswerHead>();
    const answer = deferred<Answer>();
    // Whoever left does not ask for either.
    head.promise.catch(() => undefined);
    answer.promise.catch(() => undefined);
    this.head = head.promise;
    this.answer = answer.promise;
    const finish = (why: string): void => {
      clearTimeout(timer);
      const reader = this.#reader;
      reader.end();
      if (reader.head === undefined) {
        const error = new Error(`no answer: ${why}`);
        head.reject(error);
        answer.reject(error);
      } else {
        const { body, complete } = reader;
        answer.resolve({ ...parse(reader.head), body, text: body.toString(), complete, ms: performance.now() - started });
      }
      this.#socket.destroy();
    };
    const timer = setTimeout(() => finish(`${TIMEOUT_MS} ms have passed`), TIMEOUT_MS);
    this.#wire.on("error", (error) => finish(error.message));
    this.#socket.on("error", (error) => finish(error.message));
    this.#socket.on("close", () => finish("the connection was closed"));
    this.#socket.on("data", (bytes: Buffer) => {
      this.#reader.push(bytes);
      if (this.#reader.head !== undefined) head.resolve(parse(this.#reader.head));
      if (this.#reader.complete) finish("");
    });
  }

  /** Bytes of the answer's body so far. */
  get received(): number {
    return this.#reader.received;
  }

  get answered(): boolean {
    return this.#reader.head !== undefined;
  }

  /** Resolves when more may be written, or nothing more can be. */
  async write(bytes: string | Buffer): Promise<void> {
    if (this.#socket.destroyed || this.#socket.write(bytes)) return;
    await new Promise<void>((done) => {
      const go = (): void => {
        this.#socket.off("drain", go).off("close", go);
        done();
      };
      this.#socket.on("drain", go).on("close", go);
    });
  }

  /** Leaves without a word: the other side sees a reset. */
  leave(): void {
    this.#wire.resetAndDestroy();
  }
}

function parse({ first, fields }: Head): AnswerHead {
  const [, status, reason = ""] = /^HTTP\/1\.1 (\d+) ?(.*)$/.exec(first) ?? [];
  return { status: Number(status), reason, fields };
}

export interface Sent {
  readonly method?: string;
  /** In this order, spelled like this, one byte per character. */
  readonly fields?: readonly Field[];
  /** Whole with its length; or in pieces, chunked unless `length` says how much will come. */
  readonly body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
  readonly length?: number;
  /** `Host` of the request. */
  readonly host?: string;
  /** Over plain HTTP. */
  readonly plain?: boolean;
}

/** The head of a request as bytes. */
export function requestHead(path: string, { method = "GET", fields = [], body, length, host = "lb.example" }: Sent): Buffer {
  const whole = typeof body === "string" || body instanceof Buffer;
  const framing: Field[] = [];
  if (length !== undefined || whole) framing.push(["Content-Length", String(length ?? Buffer.byteLength(body as string | Buffer))]);
  else if (body !== undefined) framing.push(["Transfer-Encoding", "chunked"]);
  const connection: Field[] = fields.some(([name]) => name.toLowerCase() === "connection") ? [] : [["Connection", "close"]];
  const lines = [["Host", host] as const, ...connection, ...fields, ...framing].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
}

/** Sends a request's body as `requestHead` announced it, until an answer begins. */
export async function sendBody(exchange: Exchange, { body, length }: Sent): Promise<void> {
  if (body === undefined) return;
  if (typeof body === "string" || body instanceof Buffer) return exchange.write(body);
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (exchange.answered) return;
    const size = `${piece.length.toString(16)}\r\n`;
    await exchange.write(length === undefined ? Buffer.concat([Buffer.from(size), piece, Buffer.from("\r\n")]) : piece);
  }
  if (length === undefined) await exchange.write("0\r\n\r\n");
}
