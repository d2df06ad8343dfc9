/**
 * Can the request's body be sent again? One that fits is read and held; a larger one streams, once: an isolate has
 * 128 MB for all its requests, and a body of unknown length must not be able to take them.
 */
import type { SendingBody } from "../upstream/send.ts";

/** `lost`: the client was gone before its whole body was here. */
export type RequestBody = SendingBody | { readonly kind: "lost" };

const NO_BODY: RequestBody = { kind: "bytes", bytes: undefined };
const LOST: RequestBody = { kind: "lost" };

/** Takes the body of a request, at most once. A `GET` goes out without one, whatever came in. */
export async function takeBody(request: Request, maxReplayBytes: number): Promise<RequestBody> {
  if (request.method === "GET" || request.method === "HEAD" || request.body === null) return NO_BODY;
  const declared = declaredLength(request.headers);
  try {
    if (declared === undefined) return await takeUndeclared(request.body, maxReplayBytes);
    if (declared > maxReplayBytes) return pass(request.body, new FixedLengthStream(declared));
    return { kind: "bytes", bytes: await request.arrayBuffer() };
  } catch {
    return LOST;
  }
}

function declaredLength(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
}

/** Reads until the body ends or no longer fits; then what was read goes ahead of the rest. */
async function takeUndeclared(body: ReadableStream<Uint8Array>, maxReplayBytes: number): Promise<RequestBody> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size <= maxReplayBytes) {
    const { done, value } = await reader.read();
    if (done) return { kind: "bytes", bytes: await new Blob(chunks).arrayBuffer() };
    chunks.push(value);
    size += value.byteLength;
  }
  reader.releaseLock();
  return pass(body, new IdentityTransformStream(), chunks);
}

function pass(body: ReadableStream<Uint8Array>, { readable, writable }: TransformStream, ahead: readonly Uint8Array[] = []): RequestBody {
  return { kind: "stream", stream: readable, handedOn: pump(body, writable, ahead) };
}

/** Hands on what was read already, then the rest. Where the origin takes no more, the client's stream is let go. */
async function pump(body: ReadableStream<Uint8Array>, writable: WritableStream, ahead: readonly Uint8Array[]): Promise<void> {
  const writer = writable.getWriter();
  try {
    for (const chunk of ahead) await writer.write(chunk);
  } catch (error) {
    await body.cancel(error);
    throw error;
  }
  writer.releaseLock();
  await body.pipeTo(writable);
}
