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
const READ_BYTES = 65_536;

/** Takes the body of a request, at most once. A `GET` goes out without one, whatever came in. */
export async function takeBody(request: Request, maxReplayBytes: number): Promise<RequestBody> {
  if (request.method === "GET" || request.method === "HEAD" || request.body === null) return NO_BODY;
  const declared = declaredLength(request.headers);
  try {
    if (declared === undefined) return await takeUndeclared(request.body, maxReplayBytes);
    if (declared > maxReplayBytes) return startUpload(request.body, new FixedLengthStream(declared));
    return { kind: "bytes", bytes: await request.arrayBuffer() };
  } catch {
    return LOST;
  }
}

function declaredLength(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
}

/**
 * Reads until the body ends or no longer fits; then what was read goes ahead of the rest. All reads share one buffer:
 * the runtime gives each small chunk some KiB of its own, and a client that dribbles would fill the isolate.
 */
async function takeUndeclared(body: ReadableStream<Uint8Array>, maxReplayBytes: number): Promise<RequestBody> {
  const reader = body.getReader({ mode: "byob" });
  const most = maxReplayBytes + READ_BYTES;
  let held: Uint8Array<ArrayBuffer> = new Uint8Array(Math.min(READ_BYTES, most));
  let size = 0;
  let buffer = new ArrayBuffer(READ_BYTES);
  while (size <= maxReplayBytes) {
    const { done, value } = await reader.readAtLeast(1, new Uint8Array(buffer));
    if (value !== undefined) {
      held = appended(held, size, value, most);
      size += value.byteLength;
      buffer = value.buffer as ArrayBuffer;
    }
    if (done) return { kind: "bytes", bytes: held.subarray(0, size) };
  }
  reader.releaseLock();
  return startUpload(body, new IdentityTransformStream(), held.subarray(0, size));
}

/** The bytes held so far, with more behind the first `size` of them; in twice the room, `most` at most, where they do not fit. */
function appended(held: Uint8Array<ArrayBuffer>, size: number, more: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const needed = size + more.byteLength;
  let room = held;
  if (needed > held.byteLength) {
    room = new Uint8Array(Math.min(most, Math.max(needed, 2 * held.byteLength)));
    room.set(held.subarray(0, size));
  }
  room.set(more, size);
  return room;
}
