/** Numbers as the tables show them. */

/** Bytes in MiB, to one place. */
export const mib = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

/** Three digits that matter. */
export const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
