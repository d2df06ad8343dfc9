/** A client that writes exact bytes on one connection and keeps every byte that comes back. */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Address } from "../../e2e/support/client.ts";
import { answerFraming, type FramingOf, type Message, type Reading, readStrictly } from "./strict-http.ts";

export interface Conversation extends Reading {
  /** Final answers, in order. */
  readonly messages: readonly Message[];
  /** The other side has closed the connection. */
  readonly closed: boolean;
  /** Everything that came, one character per byte. */
  readonly text: string;
  readonly ms: number;
}

export interface Said {
  /** One after the other, each as a write of its own. */
  readonly pieces: readonly Buffer[];
  /** Methods of the requests in them: the answer to a `HEAD` has no body. */
  readonly methods: readonly string[];
  /** Ends this side as soon as everything is written, and waits for the other's end. */
  readonly end: boolean;
}

/** Given up after so long, in milliseconds. */
const LIMIT_MS = 8_000;
/** With nothing new for so long this side ends, so that a peer that waits for more can go on. */
const QUIET_MS = 1_500;

/** Reads until as many answers are here as requests were sent, or the connection is over. */
export async function converse({ port, secure }: Address, { pieces, methods, end }: Said): Promise<Conversation> {
  const started = performance.now();
  const wire = connect({ port, host: "127.0.0.1", noDelay: true });
  const socket: Socket = secure ? connectTls({ socket: wire, servername: "localhost", rejectUnauthorized: false }) : wire;
  const chunks: Buffer[] = [];
  let closed = false;
  let quiet: NodeJS.Timeout | undefined;
  await new Promise<void>((done) => {
    const limit = setTimeout(done, LIMIT_MS);
    const finish = (): void => {
      clearTimeout(limit);
      clearTimeout(quiet);
      closed = true;
      done();
    };
    wire.on("error", finish);
    socket.on("error", finish).on("end", finish).on("close", finish);
    socket.on("data", (bytes: Buffer) => {
      chunks.push(bytes);
      quiet?.refresh();
      if (end || read(Buffer.concat(chunks), methods, false).messages.length < methods.length) return;
      clearTimeout(limit);
      done();
    });
    for (const piece of pieces) socket.write(piece);
    if (end) socket.end();
    else quiet = setTimeout(() => socket.end(), QUIET_MS);
  });
  clearTimeout(quiet);
  const bytes = Buffer.concat(chunks);
  const conversation = { ...read(bytes, methods, closed), closed, text: bytes.toString("latin1"), ms: performance.now() - started };
  wire.destroy();
  socket.destroy();
  if (process.env["SLOW"] && conversation.ms > 100)
    console.log(
      "SLOW",
      conversation.ms,
      end,
      closed,
      methods,
      JSON.stringify(Buffer.concat(pieces).toString("latin1")).slice(0, 300),
      JSON.stringify(conversation.text).slice(0, 300),
    );
  return conversation;
}

function read(bytes: Buffer, methods: readonly string[], closed: boolean): Reading {
  let count = 0;
  const framingOf: FramingOf = (first, fields) => {
    const isInterim = / 1\d\d /.test(first) && !/ 101 /.test(first);
    return answerFraming(methods[isInterim ? count : count++] === "HEAD")(first, fields);
  };
  const reading = readStrictly(bytes, framingOf, closed);
  return { ...reading, messages: reading.messages.filter(({ first }) => !/^\S+ 1(?!01)\d\d /.test(first)) };
}

/** The status of an answer. */
export function statusOf({ first }: Message): number {
  return Number(first.split(" ")[1]);
}
