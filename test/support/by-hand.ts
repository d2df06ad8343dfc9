/** Origins that answer when the test says so, as late as it likes: also after they were given up. */
import type { Script } from "./fake-deps.ts";

/** A call that waits for its answer. */
export interface Waiting {
  readonly url: string;
  readonly answer: (response?: Response) => void;
  readonly fail: (error: unknown) => void;
  readonly aborted: () => boolean;
}

export interface ByHand {
  readonly script: Script;
  readonly calls: readonly Waiting[];
  /** The call of this index; the test ends where there is none. */
  readonly call: (index: number) => Waiting;
}

/** An abort is seen and changes nothing: the runtime may have the answer already. */
export function byHand(): ByHand {
  const calls: Waiting[] = [];
  return {
    calls,
    call: (index) => {
      const call = calls[index];
      if (call === undefined) throw new Error(`there are ${calls.length} calls, and none of index ${index}`);
      return call;
    },
    script: ({ url, init }) =>
      new Promise((resolve, reject) => {
        calls.push({
          url,
          answer: (response = new Response(`from ${new URL(url).host}`)) => resolve(response),
          fail: reject,
          aborted: () => init.signal?.aborted === true,
        });
      }),
  };
}
