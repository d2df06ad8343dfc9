/** A part of the terminal that is drawn again and again in the same place. */
import { createLogUpdate } from "log-update";
import type { Screen } from "../io.ts";

export interface Live {
  /** Draws this in the place of what was drawn before. The cursor is hidden from then on. */
  readonly draw: (text: string) => void;
  /** Leaves what is drawn where it is; the cursor is back. */
  readonly done: () => void;
  /** Takes away what is drawn; the cursor is back. */
  readonly clear: () => void;
}

/** `undefined` where nobody looks, or where nothing can be drawn again. */
export function liveOn({ stream }: Pick<Screen, "stream">): Live | undefined {
  if (stream === undefined) return undefined;
  const update = createLogUpdate(stream);
  return {
    draw: (text) => update(text),
    done: () => {
      update.done();
      // The terminal has written ^C there.
      stream.write("\r\u001b[K");
    },
    clear: () => {
      update.clear();
      update.done();
    },
  };
}
