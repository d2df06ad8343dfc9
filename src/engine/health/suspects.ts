/**
 * Who is suspect: pure state with injected time, fed by attempts and probes, one per isolate. Evidence counts only if
 * it was begun after the origin's last change: an attempt that started before an origin came back says nothing about
 * the origin that came back.
 */
import type { Deps } from "../deps.ts";
import { statusOf } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Origin, Suspicion } from "../model.ts";
import type { Verdict } from "./probe.ts";
import type { Plan, Scheduler } from "./schedule.ts";

/** A point in the order of changes, taken when an attempt or a probe begins. */
export type Ticket = number;

export interface Suspects {
  readonly isSuspect: (origin: Origin) => boolean;
  /** What was last learnt of it; `undefined` before anything was. */
  readonly known: (origin: Origin) => Verdict | undefined;
  /** Taken when something begins, and handed back with what came of it. */
  readonly ticket: () => Ticket;
  /** An attempt failed, or waited too long. */
  readonly failed: (origin: Origin, failure: Suspicion, ticket: Ticket) => void;
  /** A probe ended. */
  readonly probed: (origin: Origin, verdict: Verdict, ticket: Ticket) => void;
  /** An attempt was given up because another origin answered first. One is no verdict, three in a row are. */
  readonly lostRace: (origin: Origin, ticket: Ticket) => void;
  /** An attempt was answered. That ends a row of lost races, and no suspicion: only a probe does. */
  readonly answered: (origin: Origin) => void;
  /** Those whose next probe is due. */
  readonly due: () => readonly Origin[];
}

/** Races lost in a row that make an origin suspect. */
const LOST_RACES = 3;

interface State {
  suspect: boolean;
  /** The latest change of `suspect`, in the order of all changes. */
  changedAt: Ticket;
  lostRaces: number;
  known: Verdict | undefined;
  plan: Plan;
}

export function createSuspects(
  origins: readonly Origin[],
  scheduler: Scheduler,
  { now }: Pick<Deps, "now">,
  log: Pick<Log, "originSuspect" | "originBack">,
): Suspects {
  let changes: Ticket = 0;
  const states = new Map<Origin, State>();
  for (const origin of origins) {
    states.set(origin, { suspect: false, changedAt: 0, lostRaces: 0, known: undefined, plan: scheduler.atFirst });
  }
  const stateOf = (origin: Origin): State => {
    const state = states.get(origin);
    if (state === undefined) throw new Error("an origin that is not configured");
    return state;
  };

  const fall = (origin: Origin, state: State, verdict: Verdict & { up: false }, byProbe: boolean): void => {
    state.suspect = true;
    state.changedAt = ++changes;
    state.lostRaces = 0;
    state.known = verdict;
    state.plan = scheduler.fell(state.plan, now(), byProbe);
    log.originSuspect(origin, verdict.failure);
  };

  const comeBack = (origin: Origin, state: State): void => {
    state.suspect = false;
    state.changedAt = ++changes;
    state.plan = scheduler.returned(state.plan, now());
    log.originBack(origin);
  };

  const failed = (origin: Origin, failure: Suspicion, ticket: Ticket): void => {
    const state = stateOf(origin);
    if (state.suspect || ticket < state.changedAt) return;
    fall(origin, state, { up: false, status: statusOf(failure), failure }, false);
  };

  return {
    isSuspect: (origin) => stateOf(origin).suspect,
    known: (origin) => stateOf(origin).known,
    ticket: () => changes,
    failed,
    probed: (origin, verdict, ticket) => {
      const state = stateOf(origin);
      const isNews = ticket >= state.changedAt;
      if (isNews) state.known = verdict;
      if (isNews && !verdict.up && !state.suspect) fall(origin, state, verdict, true);
      else if (isNews && verdict.up && state.suspect) comeBack(origin, state);
      else state.plan = scheduler.unchanged(state.plan, now(), state.suspect);
    },
    lostRace: (origin, ticket) => {
      const state = stateOf(origin);
      if (state.suspect || ticket < state.changedAt) return;
      if (++state.lostRaces >= LOST_RACES) failed(origin, "slow", ticket);
    },
    answered: (origin) => {
      stateOf(origin).lostRaces = 0;
    },
    due: () => {
      const time = now();
      return origins.filter((origin) => stateOf(origin).plan.probeAt <= time);
    },
  };
}
