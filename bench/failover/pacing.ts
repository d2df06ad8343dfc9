/** An open loop: requests start by the clock, whatever is still outstanding. */

/** What the pacing needs of the world. */
export interface Clock {
  /** Milliseconds since the epoch, with fractions. */
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly after: (ms: number, run: () => void) => void;
}

export const CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (ms, run) => void setTimeout(run, ms),
};

export interface Pace {
  /** When request number 0 is due, in milliseconds since the epoch. */
  readonly startAt: number;
  /** From one request to the next, in milliseconds. */
  readonly everyMs: number;
}

/**
 * Calls `fire` with the moment at which each request is due, until `goesOn` says no. A request that is due is never
 * left out: where the clock is late, the missed ones follow at once and carry their own moment. Resolves with the last call.
 */
export function paced(
  { startAt, everyMs }: Pace,
  goesOn: (dueAt: number, fired: number) => boolean,
  fire: (dueAt: number) => void,
  clock: Clock = CLOCK,
): Promise<void> {
  return new Promise((done) => {
    let fired = 0;
    const next = (): void => {
      let dueAt = startAt + fired * everyMs;
      while (goesOn(dueAt, fired) && dueAt <= clock.now()) {
        fired++;
        fire(dueAt);
        dueAt = startAt + fired * everyMs;
      }
      if (goesOn(dueAt, fired)) clock.after(Math.ceil(dueAt - clock.now()), next);
      else done();
    };
    next();
  });
}
