/** Several attempts at once: the first answer wins, and the losers are given up. */
import type { CancelTimer, Deps } from "../deps.ts";
import type { Failed, Outcome } from "../model.ts";
import { release } from "../upstream/send.ts";
import type { Attempt } from "./attempt.ts";

/** How a race is run. */
export interface Race {
  /** Starts the next attempt, or `undefined` where none is left. */
  readonly start: () => Attempt | undefined;
  /** The wait, counted from the latest start, after which the next attempt starts as well, in milliseconds. */
  readonly hedgeMs: number;
  /** Takes note of a failed attempt, and says whether another may start. */
  readonly goesOn: (attempt: Attempt, outcome: Failed) => boolean;
  /** Takes note of an attempt that was given up because another one answered. */
  readonly lost: (attempt: Attempt) => void;
}

/** The first answer; where there is none, the failure that came last. */
export function firstAnswer(first: Attempt, race: Race, { after }: Pick<Deps, "after">): Promise<Outcome> {
  return new Promise((resolve) => {
    const underWay = new Set<Attempt>();
    let mayStart = true;
    let cancelHedge: CancelTimer | undefined;

    const follow = (attempt: Attempt): void => {
      underWay.add(attempt);
      cancelHedge = after(race.hedgeMs, startNext);
      void attempt.outcome.then((outcome) => settle(attempt, outcome));
    };
    const startNext = (): void => {
      cancelHedge?.();
      const next = mayStart ? race.start() : undefined;
      if (next !== undefined) follow(next);
    };
    const settle = (attempt: Attempt, outcome: Outcome): void => {
      if (!underWay.delete(attempt)) return;
      if (outcome.kind !== "failure") {
        giveUp();
        resolve(outcome);
        return;
      }
      mayStart = race.goesOn(attempt, outcome) && mayStart;
      startNext();
      if (underWay.size === 0) resolve(outcome);
      else release(outcome.response);
    };
    const giveUp = (): void => {
      cancelHedge?.();
      for (const attempt of underWay) {
        race.lost(attempt);
        attempt.abandon();
      }
      underWay.clear();
    };

    follow(first);
  });
}
