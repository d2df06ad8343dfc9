/**
 * One timer for one attempt. It covers the wait for the response head and is cleared when that is here: one that
 * stays armed would cut the body of a slow answer (`docs/runtime.md`).
 */
import type { CancelTimer, Deps } from "../deps.ts";

/** The waits of one attempt. */
export interface Waits {
  /** In milliseconds; then the attempt is aborted. */
  readonly timeoutMs: number;
  /** In milliseconds; then `onSlow` is called once, and the attempt goes on. `undefined`: never. */
  readonly slowMs?: number | undefined;
  readonly onSlow?: () => void;
  /** The waits begin when this gives `true`, and the attempt is aborted when it gives `false`; `undefined`: now. */
  readonly startsAfter?: Promise<boolean> | undefined;
}

export interface Deadline {
  /** Aborted at the deadline, or when the attempt is given up. */
  readonly signal: AbortSignal;
  /** The head is here: stops the timer and leaves the signal alone. */
  readonly clear: () => void;
  /** Gives the attempt up. */
  readonly abandon: () => void;
}

/** Starts the waits. */
export function createDeadline({ timeoutMs, slowMs, onSlow, startsAfter }: Waits, { after }: Pick<Deps, "after">): Deadline {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let cancel: CancelTimer | undefined;
  let cleared = false;
  const start = (): void => {
    if (cleared) return;
    if (slowMs === undefined || slowMs >= timeoutMs) {
      cancel = after(timeoutMs, abort);
      return;
    }
    cancel = after(slowMs, () => {
      cancel = after(timeoutMs - slowMs, abort);
      onSlow?.();
    });
  };
  const clear = (): void => {
    cleared = true;
    cancel?.();
  };
  if (startsAfter === undefined) start();
  else void startsAfter.then((starts) => (starts ? start() : cleared || abort()));
  return {
    signal: controller.signal,
    clear,
    abandon: () => {
      clear();
      abort();
    },
  };
}
