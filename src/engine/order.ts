/** Whom to try, in which order. Knows nothing of HTTP; a policy orders, and suspects are moved last in one place. */

/** Prepares a list once; the result gives, for each request, the whole of it in the order in which it is tried. */
export type OrderPolicy = <T>(list: readonly T[]) => Order<T>;

/** `attempts`: how many there may be. */
export type Order<T> = (attempts: number, random: () => number) => readonly T[];

/** The first in the list is preferred. */
export const asConfigured: OrderPolicy = (list) => () => list;

/**
 * The whole list, starting at a random place and going round; from its first place where there is no second
 * attempt, so that a job that must run once starts at the same origin each time.
 */
export const roundFrom: OrderPolicy = (list) => {
  const rounds = list.map((_, start) => [...list.slice(start), ...list.slice(0, start)]);
  return (attempts, random) => (attempts < 2 || list.length < 2 ? undefined : rounds[Math.floor(random() * list.length)]) ?? list;
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
  const tried: T[] = [];
  const most = Math.min(bound, candidates.length);
  return {
    left: () => tried.length < most,
    next: () => {
      if (tried.length === most) return undefined;
      const best = bestOf(candidates, tried, isSuspect);
      if (best !== undefined) tried.push(best);
      return best;
    },
  };
}

function bestOf<T>(candidates: readonly T[], tried: readonly T[], isSuspect: (candidate: T) => boolean): T | undefined {
  let suspect: T | undefined;
  for (const candidate of candidates) {
    if (tried.includes(candidate)) continue;
    if (!isSuspect(candidate)) return candidate;
    suspect ??= candidate;
  }
  return suspect;
}
