/** What wrk prints → numbers. */

export interface WrkResult {
  readonly requests: number;
  readonly seconds: number;
  /** Answers with a status of 400 or more. */
  readonly badAnswers: number;
  /** Connections refused or broken, and requests without an answer in time. */
  readonly socketErrors: number;
}

const SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3_600 };

/** Throws with what wrk said where that holds no result. */
export function parseWrk(output: string): WrkResult {
  const total = /(\d+) requests in ([\d.]+)(us|ms|s|m|h),/.exec(output);
  if (!total) throw new Error(`wrk gave no result:\n${output.trim()}`);
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  return {
    requests: Number(total[1]),
    seconds: Number(total[2]) * (SECONDS[total[3] ?? ""] ?? Number.NaN),
    badAnswers: Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0),
    socketErrors: errors.slice(1).reduce((sum, count) => sum + Number(count), 0),
  };
}
