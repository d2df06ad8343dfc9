/** Numbers of statuses in words. */

/** Those that an origin's answer can have and the runtime hands on. */
const ALL: readonly number[] = Array.from({ length: 800 }, (_, i) => i + 200);

/** All final statuses of which something is true. */
export const statusesWhere = (isOne: (status: number) => boolean): readonly number[] => ALL.filter(isOne);

/** `502–504, 530`; `500 and above` where they go on to the end. */
export function inWords(statuses: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const status of statuses) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === status - 1) run[1] = status;
    else runs.push([status, status]);
  }
  return enumerated(runs.map(([first, last]) => (last === ALL.at(-1) ? `${first} and above` : runInWords(first, last))));
}

function runInWords(first: number, last: number): string {
  if (first === last) return String(first);
  return last === first + 1 ? `${first}, ${last}` : `${first}–${last}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function enumerated(parts: readonly string[], word = "or"): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${word} ${last}`;
}
