/** Numbers from the environment. A typo never switches a budget off: what is no positive number is ignored. */

/** The longest wait a timer can be trusted with, in milliseconds: the standard's `setTimeout` fires a longer one at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** The most of one request body that a deployment may hold, in bytes: an isolate has 128 MB for all its requests. */
export const MAX_REPLAY_BYTES_LIMIT: number = 33_554_432;

/** `Math.floor(Number(value))` where that is finite and positive, held at the longest wait; else `fallback`. */
export function positiveInteger(value: unknown, fallback: number): number {
  return optionalPositiveInteger(value) ?? fallback;
}

/** The same without a default: `undefined` where there is no such number. */
export function optionalPositiveInteger(value: unknown): number | undefined {
  const number = Math.floor(numberOf(value));
  return Number.isFinite(number) && number > 0 ? Math.min(number, MAX_TIMER_MS) : undefined;
}

/** A binding that the platform has parsed can be an object that refuses to be a number. */
function numberOf(value: unknown): number {
  try {
    return Number(value);
  } catch {
    return Number.NaN;
  }
}
