/** How far an origin's clock is from this machine's. */
import type { Answered } from "./network.ts";

/** `Date` (RFC 9110, 6.6.1) has whole seconds, cut off: on average half a second more has passed. */
const HALF_A_SECOND = 500;

/** Milliseconds that its clock is ahead of ours; behind: negative. `undefined` where its answer does not tell. */
export function skewOf(answered: Answered | undefined): number | undefined {
  if (answered?.kind !== "answer") return undefined;
  const { sentAt, receivedAt, fields } = answered;
  const date = Date.parse(fields["date"] ?? "");
  return Number.isNaN(date) ? undefined : date + HALF_A_SECOND - (sentAt + receivedAt) / 2;
}

/** `45 s`, `12 min`, `3 h`, `20 days`: of whichever sign, the amount alone. */
export function amountOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
