/** Whom to try, in which order. Knows nothing of HTTP; a policy orders, and suspects are moved last in one place. */

/** Gives the whole list in the order in which it is tried. `attempts`: how many there may be. */
export type OrderPolicy = <T>(list: readonly T[], attempts: number, random: () => number) => readonly T[];

/** The first in the list is preferred. */
export const asConfigured: OrderPolicy = (list) => list;

/**
 * The whole list, starting at a random place and going round; from its first place where there is no second
 * attempt, so that a job that must run once starts at the same origin each time.
 */
export const roundFrom: OrderPolicy = (list, attempts, random) => {
  if (list.length < 2 || attempts < 2) return list;
  const start = Math.floor(random() * list.length) % list.length;
  return start === 0 ? list : [...list.slice(start), ...list.slice(0, start)];
};

/** Whom to try next for one request. */
export interface Tries<T> {
  /** Whether another try is left. */
  readonly left: () => boolean;
  /** The next one, each at most once: the first in order that is not suspect now, else the first that is left. */
  readonly next: () => T | undefined;
}

/** At most `bound` of the candidates, one after another. Suspects come last and are never left out. */
export function createTries<T>(candidates: readonly T[], bound: number, isSuspect: (candidate: T) => boolean): Tries<T> {
  const waiting = [...candidates];
  let tries = Math.min(bound, waiting.length);
  return {
    left: () => tries > 0,
    next: () => {
      if (tries === 0) return undefined;
      tries--;
      const at = waiting.findIndex((candidate) => !isSuspect(candidate));
      return waiting.splice(Math.max(0, at), 1)[0];
    },
  };
}
