/** A body on its way from the client to one origin, once. Knows which of the two has failed. */
import type { SendingBody, UploadEnd } from "../upstream/send.ts";

/**
 * Starts handing a body on: `ahead`, which was read already, then the rest. The stream is never ended for a client that
 * left: the runtime would close the request properly, and the origin take half a body for a whole one.
 */
export function startUpload(
  body: ReadableStream<Uint8Array>,
  { readable, writable }: TransformStream,
  ahead: Uint8Array[] = [],
): SendingBody {
  const stop = new AbortController();
  const end = pump(body, writable, ahead, stop.signal);
  return {
    kind: "stream",
    stream: readable,
    end,
    stop: () => {
      stop.abort();
      return end;
    },
  };
}

async function pump(
  body: ReadableStream<Uint8Array>,
  writable: WritableStream,
  ahead: Uint8Array[],
  signal: AbortSignal,
): Promise<UploadEnd> {
  try {
    await writeAhead(writable, ahead, signal);
    await body.pipeTo(writable, { preventAbort: true, preventCancel: true, signal });
    return "handed on";
  } catch {
    // Stopping fails the client's side as well, which then says nothing of the client.
    return !signal.aborted && (await hasFailed(body)) ? "client gone" : "origin gone";
  }
}

/** Each piece is let go once it is written: together they are as much as may be held. */
async function writeAhead(writable: WritableStream, ahead: Uint8Array[], signal: AbortSignal): Promise<void> {
  const writer = writable.getWriter();
  const giveUp = (): void => void writer.abort(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", giveUp);
  for (let piece = ahead.shift(); piece !== undefined; piece = ahead.shift()) await writer.write(piece);
  signal.removeEventListener("abort", giveUp);
  writer.releaseLock();
}

/** Whether the client's side is what broke. Where it is not, what the client still sends is let go. */
async function hasFailed(body: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = body.getReader();
  let failed = false;
  reader.closed.catch(() => {
    failed = true;
  });
  // A stream that has failed says so within a turn of the promises; one that has not may say nothing for long.
  for (let turn = 0; turn < 3; turn++) await Promise.resolve();
  if (!failed) reader.cancel().catch(() => undefined);
  return failed;
}
