/** When an origin is probed next. Pure: each event gives the next plan. */

/** What has been decided for one origin. Times in milliseconds since the epoch. */
export interface Plan {
  /** Not before then; `Infinity`: not at all. */
  readonly probeAt: number;
  /** How often the wait has been doubled. */
  readonly step: number;
  readonly returnedAt: number;
}

const NEVER = Infinity;
const LONG_AGO = -Infinity;

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

/** The waits of a suspect, in milliseconds. */
export interface Backoff {
  /** From the fall to the first probe; doubled after each probe that finds the origin down. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** An origin that falls again this soon after its return waits one step longer than before it. */
  readonly relapseMs: number;
}

/** Suspects only, further and further apart; an origin that falls again soon goes on where it was, one step longer. */
export function backoff({ firstMs, maxMs, relapseMs }: Backoff): Scheduler {
  const lastStep = Math.ceil(Math.log2(maxMs / firstMs));
  const wait = (plan: Plan, step: number, now: number): Plan => {
    const bounded = Math.min(step, lastStep);
    return { ...plan, step: bounded, probeAt: now + Math.min(firstMs * 2 ** bounded, maxMs) };
  };
  return {
    atFirst: { probeAt: NEVER, step: 0, returnedAt: LONG_AGO },
    fell: (plan, now) => wait(plan, now - plan.returnedAt < relapseMs ? plan.step + 1 : 0, now),
    returned: (plan, now) => ({ ...plan, probeAt: NEVER, returnedAt: now }),
    unchanged: (plan, now, suspect) => (suspect ? wait(plan, plan.step + 1, now) : plan),
  };
}

/** Every origin, up or down, as soon as its last result is old enough; an origin that was never asked, at once. */
export function interval(intervalMs: number): Scheduler {
  const again = (plan: Plan, now: number): Plan => ({ ...plan, probeAt: now + intervalMs });
  return {
    atFirst: { probeAt: 0, step: 0, returnedAt: LONG_AGO },
    fell: (plan, now, byProbe) => (byProbe ? again(plan, now) : plan),
    returned: again,
    unchanged: again,
  };
}
