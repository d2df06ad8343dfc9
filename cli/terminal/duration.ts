/** A wait as a person reads it. */

/** `250 ms` below a second, else seconds: `2.5 s`, `320 s`. */
export const duration = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`);
