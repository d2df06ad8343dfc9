/** Waits for what is bound to happen, and says what did not. */
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 10;

/** Resolves with the condition's value as soon as that is truthy. */
export async function until<T>(what: string, condition: () => T | Promise<T>, withinMs = 8_000): Promise<NonNullable<T>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(POLL_MS);
  }
}

/** Bytes in pieces, for a body that is sent without its length being known. */
export function* pieces(bytes: Buffer, size = 16_384): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The same, with a pause before each piece but the first. */
export async function* slowPieces(bytes: Buffer, size: number, pauseMs: number): AsyncGenerator<Buffer> {
  for (const piece of pieces(bytes, size)) {
    yield piece;
    await sleep(pauseMs);
  }
}
