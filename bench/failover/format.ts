/** Milliseconds as the tables show them: a digit after the point only where it says something. */
export const shortMs = (ms: number): string => (Number.isNaN(ms) ? "–" : ms < 10 ? ms.toFixed(1) : ms.toFixed(0));
