/** Colours and marks that the parts of the chart have in common. */
import type { Method } from "../failover/kinds.ts";
import type { Latencies } from "../failover/measures.ts";

export const INK = "#1d2433";
export const FAINT = "#8a93a6";
export const RED = "#c92a2a";
export const COLOURS: Readonly<Record<Method, string>> = { GET: "#1c7ed6", POST: "#e8590c" };

const BAR = "path://M0,0L3,0L3,12L0,12Z";

/** What is marked of each row: its name, its shape, its size in pixels. */
export const MARKS: readonly (readonly [keyof Latencies, string, string, number | number[]])[] = [
  ["p50", "median", "circle", 8],
  ["p99", "p99", "diamond", 10],
  ["longest", "longest", BAR, [3, 12]],
];

/** The ends of the scale, in milliseconds. */
export const RANGE_MS = [1, 10_000] as const;
