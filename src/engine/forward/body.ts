/**
 * Can the request's body be sent again? One that fits is read and held; a larger one streams, once: an isolate has
 * 128 MB for all its requests, and a body of unknown length must not be able to take them.
 */
import type { SendingBody } from "../upstream/send.ts";
import { startUpload } from "./upload.ts";

/** `lost`: the client was gone before its whole body was here. */
export type RequestBody = SendingBody | { readonly kind: "lost" };

const NO_BODY: RequestBody = { kind: "bytes", bytes: undefined };
const LOST: RequestBody = { kind: "lost" };

/** One read of a body of unknown length, in bytes. */
const BLOCK_BYTES = 65_536;

/** Takes the body of a request, at most once. A `GET` goes out without one, whatever came in. */
export function takeBody(request: Request, method: string, maxReplayBytes: number): RequestBody | Promise<RequestBody> {
  return method === "GET" || method === "HEAD" ? NO_BODY : readBody(request, maxReplayBytes);
}

async function readBody(request: Request, maxReplayBytes: number): Promise<RequestBody> {
  const declared = declaredLength(request.headers);
  try {
    if (declared !== undefined && declared <= maxReplayBytes) return { kind: "bytes", bytes: await request.arrayBuffer() };
    const { body } = request;
    if (body === null) return NO_BODY;
    return declared === undefined ? await takeUndeclared(body, maxReplayBytes) : startUpload(body, new FixedLengthStream(declared));
  } catch {
    return LOST;
  }
}

/** `undefined` beside a Transfer-Encoding, which overrides it (RFC 9112 §6.3): then only reading tells. */
function declaredLength(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length !== null && /^\d+$/.test(length) && !headers.has("transfer-encoding") ? Number(length) : undefined;
}

/**
 * Reads until the body ends or no longer fits; then what was read goes ahead of the rest. A block comes back filled, or
 * with enough to know that the body does not fit, however small the chunks are: the runtime gives each read some KiB of
 * its own, and a client that dribbles would fill the isolate.
 */
async function takeUndeclared(body: ReadableStream<Uint8Array>, maxReplayBytes: number): Promise<RequestBody> {
  const reader = body.getReader({ mode: "byob" });
  const held: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (size <= maxReplayBytes) {
    const enough = Math.min(BLOCK_BYTES, maxReplayBytes + 1 - size);
    const { value } = await reader.readAtLeast(enough, new Uint8Array(BLOCK_BYTES));
    const read = value?.byteLength ?? 0;
    if (value !== undefined && read > 0) held.push(value as Uint8Array<ArrayBuffer>);
    size += read;
    if (read < enough) return { kind: "bytes", bytes: joined(held, size) };
  }
  reader.releaseLock();
  return startUpload(body, new IdentityTransformStream(), held);
}

/** The blocks in one piece; a single one as it is. */
function joined(blocks: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  const [first] = blocks;
  if (first !== undefined && blocks.length === 1) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.byteLength;
  }
  return whole;
}
