/**
 * HTTP/1.1 from the wire, for either side: a head, then a body framed by `Content-Length`, chunks or the end of the
 * connection. Nothing is decoded or repaired, so a test sees what was sent.
 */
import { Fields } from "./fields.ts";

export interface Head {
  /** The request line or status line. */
  readonly first: string;
  readonly fields: Fields;
}

type Framing = { kind: "none" } | { kind: "length"; left: number } | { kind: "chunks" } | { kind: "until-close" };

const BLANK_LINE = "\r\n\r\n";

/** Reads one message after the other. `framingOf` may overrule what the fields say, as for the answer to a `HEAD`. */
export class HttpReader {
  head: Head | undefined;
  readonly chunks: Buffer[] = [];
  /** The message has ended as its framing says. */
  complete = false;
  received = 0;
  #rest: Buffer = Buffer.alloc(0);
  #framing: Framing = { kind: "none" };
  readonly #side: "request" | "answer";
  readonly #bodiless: (head: Head) => boolean;

  constructor(side: "request" | "answer", bodiless: (head: Head) => boolean = () => false) {
    this.#side = side;
    this.#bodiless = bodiless;
  }

  get body(): Buffer {
    return Buffer.concat(this.chunks);
  }

  push(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.head === undefined) if (!this.#readHead()) return;
    this.#readBody();
  }

  /** The connection has ended: for some messages that is the end. */
  end(): void {
    if (this.head !== undefined && this.#framing.kind === "until-close") this.complete = true;
  }

  /** Makes ready for the next message on the same connection; returns bytes of it that came already. */
  next(): Buffer {
    const rest = this.#rest;
    this.head = undefined;
    this.chunks.length = 0;
    this.complete = false;
    this.received = 0;
    this.#rest = Buffer.alloc(0);
    return rest;
  }

  /** Takes a head off; an interim answer is none. */
  #readHead(): boolean {
    const end = this.#rest.indexOf(BLANK_LINE);
    if (end < 0) return false;
    const [first = "", ...lines] = this.#rest.subarray(0, end).toString("latin1").split("\r\n");
    this.#rest = this.#rest.subarray(end + BLANK_LINE.length);
    if (this.#side === "answer" && /^HTTP\/1\.1 1(?!01)/.test(first)) return true;
    this.head = { first, fields: Fields.fromLines(lines) };
    this.#framing = this.#frame(this.head);
    return true;
  }

  #frame(head: Head): Framing {
    if (this.#bodiless(head)) return { kind: "none" };
    if (/chunked/i.test(head.fields.get("transfer-encoding") ?? "")) return { kind: "chunks" };
    const length = head.fields.get("content-length");
    if (length !== undefined) return { kind: "length", left: Number(length) };
    return this.#side === "request" ? { kind: "none" } : { kind: "until-close" };
  }

  #readBody(): void {
    const framing = this.#framing;
    if (framing.kind === "none") this.complete = true;
    else if (framing.kind === "until-close") this.#take(this.#rest.length);
    else if (framing.kind === "length") {
      framing.left -= this.#take(Math.min(framing.left, this.#rest.length));
      this.complete = framing.left === 0;
    } else while (!this.complete && this.#readChunk());
  }

  #readChunk(): boolean {
    const line = this.#rest.indexOf("\r\n");
    if (line < 0) return false;
    const size = Number.parseInt(this.#rest.subarray(0, line).toString("latin1"), 16);
    const end = size === 0 ? this.#rest.indexOf(BLANK_LINE, line) + BLANK_LINE.length : line + 2 + size + 2;
    if (this.#rest.length < end || (size === 0 && end < BLANK_LINE.length)) return false;
    const data = this.#rest.subarray(line + 2, line + 2 + size);
    this.#rest = this.#rest.subarray(end);
    if (size === 0) this.complete = true;
    else this.#keep(data);
    return true;
  }

  #take(size: number): number {
    this.#keep(this.#rest.subarray(0, size));
    this.#rest = this.#rest.subarray(size);
    return size;
  }

  #keep(data: Buffer): void {
    if (data.length === 0) return;
    this.chunks.push(data);
    this.received += data.length;
  }
}
