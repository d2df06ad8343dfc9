/** The outside world of a command, in one record: it enters once, in `main.ts`, and a test brings its own. */
import type { Colors } from "picocolors/types.ts";
import type { Network } from "./check/online/network.ts";
import type { Ask } from "./net/ask.ts";

/** One of the two streams that a person or a pipe reads. */
export interface Screen {
  readonly write: (text: string) => void;
  /** Width in characters; of a pipe, the width that texts are wrapped at. */
  readonly columns: number;
  /** The stream itself, where somebody looks and a part of it can be drawn again. */
  readonly stream?: NodeJS.WriteStream;
  /** Colours that are plain text where they are not wanted. */
  readonly colors: Colors;
}

export interface Io {
  /** Where relative paths begin. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds since some moment, by a clock that nobody sets: for how long something takes. */
  readonly elapsed: () => number;
  /** Never rejects; the signal wakes it early. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** The network, for those who ask over HTTPS. */
  readonly ask: Ask;
  /** Aborts at Ctrl-C, which once this was called ends the process no longer by itself; a second one does. */
  readonly interruption: () => AbortSignal;
  /** How origins are asked. */
  readonly network: Network;
  /** What was asked for. */
  readonly out: Screen;
  /** Progress, and what stood in the way. */
  readonly err: Screen;
}
