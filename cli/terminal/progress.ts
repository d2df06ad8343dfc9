/** One line that says what is being waited for, and goes when it is over. */
import type { Screen } from "../io.ts";
import { liveOn } from "./live.ts";
import { wrapped } from "./wrap.ts";

export interface Progress {
  /** Shows this instead of what was said before. */
  say(text: string): void;
  /** Takes it away, so that what comes next begins on its own line. */
  clear(): void;
}

/** Progress on this screen; off a terminal nothing is said, since nobody waits there and a log keeps every line. */
export function progressOn({ columns, colors, ...screen }: Screen): Progress {
  const live = liveOn(screen);
  return {
    say: (text) => live?.draw(colors.dim(wrapped(text, columns, ""))),
    clear: () => live?.clear(),
  };
}
