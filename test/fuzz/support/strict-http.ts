/**
 * HTTP/1.1 read as strictly as RFC 9112 has it, for both sides: a lenient reader would repair what a fuzzer looks for. What the
 * standard allows but a recipient may well refuse is taken, and noted.
 */
import { Fields } from "../../e2e/support/fields.ts";

export interface Message {
  /** The request line or status line. */
  readonly first: string;
  readonly fields: Fields;
  readonly body: Buffer;
  /** Legal and unusual: chunk extensions, trailers. */
  readonly notes: readonly string[];
}

export type Framing = { readonly kind: "none" | "chunks" | "until-close" } | { readonly kind: "length"; readonly length: number };

/** How the body of a message is framed, or what is wrong with it. */
export type FramingOf = (first: string, fields: Fields) => Framing | string;

export interface Reading {
  readonly messages: readonly Message[];
  /** What is wrong with the message after the last one; `undefined`: nothing. */
  readonly fault: string | undefined;
  /** Bytes that belong to no whole message; empty with a fault. */
  readonly rest: Buffer;
}

/** Control characters are no part of a value, but a recipient may keep all but three of them (RFC 9110 §5.5). */
const FIELD = /^[!#$%&'*+\-.^_`|~\w\x80-\xff]+:[^\0\r\n]*$/;
const ODD = /[^\t\x20-\x7e\x80-\xff]|^[^:]*[\x80-\xff]/;
/** Noted of a message with control characters in a value, or a name outside ASCII: harmless, and no reason to serve it. */
export const ODD_NOTE = "odd characters";
/** A head that goes on for longer than this is not waited for. */
const LONGEST_HEAD = 4_000_000;

type Step = { readonly message: Message; readonly size: number } | { readonly fault: string } | undefined;

/** Reads message after message. `ended`: no more bytes will come, which is the end of some messages. */
export function readStrictly(bytes: Buffer, framingOf: FramingOf, ended = false): Reading {
  const messages: Message[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const step = readMessage(rest, framingOf, ended);
    if (step === undefined) break;
    if ("fault" in step) return { messages, fault: step.fault, rest: Buffer.alloc(0) };
    messages.push(step.message);
    rest = rest.subarray(step.size);
  }
  return { messages, fault: undefined, rest };
}

/** A request's framing (RFC 9112 §6.3). */
export const requestFraming: FramingOf = (first, fields) => {
  if (!/^[!#$%&'*+\-.^_`|~\w]+ [\x21-\x7e]+ HTTP\/1\.1$/.test(first)) return `request line ${JSON.stringify(first)}`;
  if (fields.all("host").length !== 1) return "not one Host";
  return declared(fields) ?? { kind: "none" };
};

/** What no `Response` can be made of: it comes through as it was written (docs/runtime.md). */
const UNTOUCHED_LINE = /^HTTP\/1\.[01] ([6-9]\d\d|\d{4,}) [^\0\r\n]*$/;
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3}) [\t\x20-\x7e\x80-\xff]*$/;

/** An answer's framing; `bodiless` where the request was a `HEAD`. */
export const answerFraming =
  (bodiless: boolean): FramingOf =>
  (first, fields) => {
    const status = (STATUS_LINE.exec(first) ?? UNTOUCHED_LINE.exec(first))?.[1];
    if (status === undefined) return `status line ${JSON.stringify(first)}`;
    const framing = declared(fields);
    if (typeof framing === "string") return framing;
    if (bodiless || /^(?:1..|204|304)$/.test(status)) return { kind: "none" };
    return framing ?? { kind: "until-close" };
  };

function declared(fields: Fields): Framing | string | undefined {
  const [codings, lengths] = [fields.all("transfer-encoding"), fields.all("content-length")];
  if (codings.length > 0 && lengths.length > 0) return "Transfer-Encoding and Content-Length";
  if (codings.length > 0) return codings.length === 1 && codings[0]?.toLowerCase() === "chunked" ? { kind: "chunks" } : "Transfer-Encoding";
  const [length] = lengths;
  if (length === undefined) return undefined;
  return lengths.length === 1 && /^\d{1,25}$/.test(length) ? { kind: "length", length: Number(length) } : "Content-Length";
}

function readMessage(bytes: Buffer, framingOf: FramingOf, ended: boolean): Step {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return bytes.length > LONGEST_HEAD ? { fault: "no end of the head" } : undefined;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const odd = lines.find((line) => !FIELD.test(line));
  if (odd !== undefined) return { fault: `field line ${JSON.stringify(odd.slice(0, 200))}` };
  const fields = Fields.fromLines(lines);
  const framing = framingOf(first, fields);
  if (typeof framing === "string") return { fault: framing };
  const at = end + 4;
  const notes = lines.some((line) => ODD.test(line)) ? [ODD_NOTE] : [];
  const whole = (size: number): Step =>
    bytes.length < at + size ? undefined : { message: { first, fields, body: bytes.subarray(at, at + size), notes }, size: at + size };
  if (framing.kind === "none") return whole(0);
  if (framing.kind === "length") return whole(framing.length);
  if (framing.kind === "until-close") return ended ? whole(bytes.length - at) : undefined;
  return readChunks(bytes, at, { first, fields, notes });
}

function readChunks(bytes: Buffer, start: number, head: Omit<Message, "body">): Step {
  const chunks: Buffer[] = [];
  const notes = [...head.notes];
  for (let at = start; ; ) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const [, hex, extension] = /^([0-9a-f]{1,12})((?:;[\t\x20-\x7e]*)?)$/i.exec(bytes.subarray(at, end).toString("latin1")) ?? [];
    if (hex === undefined) return { fault: `chunk size ${JSON.stringify(bytes.subarray(at, Math.min(end, at + 40)).toString("latin1"))}` };
    if (extension !== "") notes.push("chunk extension");
    const size = Number.parseInt(hex, 16);
    at = end + 2;
    if (size === 0) return readTrailers(bytes, at, { ...head, body: Buffer.concat(chunks), notes });
    if (bytes.length < at + size + 2) return undefined;
    if (bytes.toString("latin1", at + size, at + size + 2) !== "\r\n") return { fault: "chunk without its end" };
    chunks.push(bytes.subarray(at, at + size));
    at += size + 2;
  }
}

function readTrailers(bytes: Buffer, start: number, message: Message): Step {
  const notes = [...message.notes];
  for (let at = start; ; ) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const line = bytes.subarray(at, end).toString("latin1");
    if (line === "") return { message: { ...message, notes }, size: end + 2 };
    if (!FIELD.test(line)) return { fault: "trailer" };
    notes.push("trailer");
    at = end + 2;
  }
}
