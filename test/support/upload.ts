/** A request body that is sent by hand, piece by piece. */
export interface Upload {
  readonly stream: ReadableStream<Uint8Array>;
  readonly send: (text: string) => void;
  readonly end: () => void;
  /** The client leaves. Only for bodies that are read: piping one on leaves a rejection in the runtime that nobody can catch. */
  readonly breakOff: () => void;
}

export function upload(): Upload {
  let controller: ReadableByteStreamController | undefined;
  const stream = new ReadableStream({
    type: "bytes",
    start(started: ReadableByteStreamController) {
      controller = started;
    },
  });
  return {
    stream,
    send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new Error("the client left")),
  };
}
