/** When an origin is probed next. Pure: each event gives the next plan. */
import type { ProbeSchedule } from "../settings.ts";

/** What has been decided for one origin. Times in milliseconds since the epoch. */
export interface Plan {
  /** Not before then; `Infinity`: not at all. */
  readonly probeAt: number;
  /** How often the wait has been doubled. */
  readonly step: number;
  readonly returnedAt: number;
}

/** The next plan after each thing that can happen to an origin. */
export interface Scheduler {
  readonly atFirst: Plan;
  /** It became suspect; `byProbe`: because of a probe that just ended. */
  readonly fell: (plan: Plan, now: number, byProbe: boolean) => Plan;
  /** It came back: a probe that just ended found it up. */
  readonly returned: (plan: Plan, now: number) => Plan;
  /** A probe ended and changed nothing; `suspect`: which it found or left it. */
  readonly unchanged: (plan: Plan, now: number, suspect: boolean) => Plan;
}

export function createScheduler(schedule: ProbeSchedule): Scheduler {
  return schedule.kind === "backoff" ? backoff(schedule) : interval(schedule);
}

/** Suspects only, further and further apart; an origin that falls again soon goes on where it was, one step longer. */
function backoff({ firstMs, maxMs, relapseMs }: ProbeSchedule & { kind: "backoff" }): Scheduler {
  const lastStep = Math.ceil(Math.log2(maxMs / firstMs));
  const wait = (plan: Plan, step: number, now: number): Plan => {
    const bounded = Math.min(step, lastStep);
    return { ...plan, step: bounded, probeAt: now + Math.min(firstMs * 2 ** bounded, maxMs) };
  };
  return {
    atFirst: { probeAt: Number.POSITIVE_INFINITY, step: 0, returnedAt: Number.NEGATIVE_INFINITY },
    fell: (plan, now) => wait(plan, now - plan.returnedAt < relapseMs ? plan.step + 1 : 0, now),
    returned: (plan, now) => ({ ...plan, probeAt: Number.POSITIVE_INFINITY, returnedAt: now }),
    unchanged: (plan, now, suspect) => (suspect ? wait(plan, plan.step + 1, now) : plan),
  };
}

/** Every origin, up or down, as soon as its last result is old enough; an origin that was never asked, at once. */
function interval({ intervalMs }: ProbeSchedule & { kind: "interval" }): Scheduler {
  const again = (plan: Plan, now: number): Plan => ({ ...plan, probeAt: now + intervalMs });
  return {
    atFirst: { probeAt: Number.NEGATIVE_INFINITY, step: 0, returnedAt: Number.NEGATIVE_INFINITY },
    fell: (plan, now, byProbe) => (byProbe ? again(plan, now) : plan),
    returned: again,
    unchanged: again,
  };
}
