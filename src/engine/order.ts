/** Whom to try, in which order. Knows nothing of HTTP and nothing of health. */

/**
 * The whole list, starting at a random place and going round; from its first place where there is no second
 * attempt, so that a job that must run once starts at the same origin each time.
 */
export function roundFrom<T>(list: readonly T[], attempts: number, random: () => number): readonly T[] {
  if (list.length < 2 || attempts < 2) return list;
  const start = Math.floor(random() * list.length) % list.length;
  return start === 0 ? list : [...list.slice(start), ...list.slice(0, start)];
}
