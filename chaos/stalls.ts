/** Stretches in which this process itself stood still: clients, origins and clock with it. */

export interface Stalls {
  /** Those since the last time they were taken. */
  readonly take: () => { readonly from: number; readonly to: number }[];
  readonly stop: () => void;
}

const TICK_MS = 20;
/** A tick that is late by more than this is a stall: nothing of what a gateway is asked to do in time may hang on it. */
const STALL_MS = 150;

export function watchStalls(now: () => number): Stalls {
  let seen: { from: number; to: number }[] = [];
  let last = now();
  const timer = setInterval(() => {
    const at = now();
    if (at - last > TICK_MS + STALL_MS) seen.push({ from: last, to: at });
    last = at;
  }, TICK_MS);
  timer.unref();
  return {
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
