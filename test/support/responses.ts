/** Answers and failures for the script of a fake `fetch`. */
import type { Call, Script } from "./fake-deps.ts";

/** A body that reports whether it was let go, or read. Ends only when asked to. */
export interface WatchedBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly state: () => "untouched" | "read" | "cancelled";
}

export function watchedBody(): WatchedBody {
  let state: "untouched" | "read" | "cancelled" = "untouched";
  const stream = new ReadableStream<Uint8Array>(
    {
      pull() {
        state = "read";
        return new Promise(() => undefined);
      },
      cancel() {
        state = "cancelled";
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state: () => state };
}

/** Hangs as an origin does that never answers: until the caller gives it up. */
export function hang({ init }: Call): Promise<Response> {
  return new Promise((_, reject) => {
    const signal = init.signal ?? undefined;
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

/** What the runtime throws for an origin that refuses or resets. */
export function connectionLost(): Error {
  return Object.assign(new Error("Network connection lost."), { retryable: true, remote: true });
}

export function redirectTo(location: string, status = 302, fields: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { location, ...fields } });
}

/** A status that no `Response` can be made with; origins do send them. */
export function oddResponse(status: number, fields: Record<string, string> = {}, body: ReadableStream | null = null): Response {
  return { status, statusText: "", headers: new Headers(fields), body, ok: false } as unknown as Response;
}

/** One step for each call; the last one goes on for ever. */
export function inTurn(first: Script, ...more: readonly Script[]): Script {
  const steps = [first, ...more];
  return (call, index) => (steps[index] ?? steps.at(-1) ?? first)(call, index);
}

export const fails: Script = () => {
  throw connectionLost();
};

export function answers(status: number, fields: Record<string, string> = {}, body: BodyInit | null = `status ${status}`): Script {
  return () => new Response(body, { status, headers: fields });
}
