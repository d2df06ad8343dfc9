/** Bytes that say whose they are: every byte of a body and of an answer follows from an id, so none can be mixed up or lost unseen. */
import { createCipheriv, createHash } from "node:crypto";

/** How an origin answers the request with this id; the same whenever and by whom it is asked. */
export interface AnswerShape {
  readonly status: number;
  /** In bytes. */
  readonly length: number;
  /** Whether the length is declared; else it goes out in chunks. */
  readonly declared: boolean;
  /** Pieces that it goes out in, with a pause between them. */
  readonly pieces: number;
}

const KIB = 1_024;

/** What the origins make of a request while nothing is wrong with them. */
export function shapeOf(id: string): AnswerShape {
  const digest = createHash("sha256").update(`shape ${id}`).digest();
  const [size = 0, framing = 0, pace = 0, code = 0] = digest;
  const within = digest.readUInt16BE(4);
  const length =
    size < 140 ? within % 200 : size < 225 ? within % (16 * KIB) : size < 252 ? 64 * KIB + within * 6 : 1_024 * KIB + within * 12;
  return {
    status: code < 230 ? 200 : code < 243 ? 201 : 404,
    length: Math.max(length, 160),
    declared: framing < 128,
    pieces: pace < 40 ? 2 + (pace % 4) : 1,
  };
}

/** The answer that an origin gives to a request; it begins with a line that names both. */
export function answerBytes(id: string, origin: string, status: number, length: number): Buffer {
  return pattern(`id=${id} origin=${origin} status=${status} length=${length}\n`, length);
}

/** The body of a request; it begins with its id and the secret that no log may show. */
export function requestBytes(id: string, canary: string, length: number): Buffer {
  return pattern(`id=${id} secret=${canary}\n`, length);
}

export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** The line, then bytes that follow from it and from their place: no two stretches are alike. */
function pattern(line: string, length: number): Buffer {
  const key = createHash("sha256").update(line).digest().subarray(0, 16);
  const stream = createCipheriv("aes-128-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(Math.max(0, length - line.length)));
  return Buffer.concat([Buffer.from(line), stream]).subarray(0, length);
}
