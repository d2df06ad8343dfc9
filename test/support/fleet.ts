/** Several origins, each in a state that the test sets: what a request finds there, and what a probe finds. */
import type { Origin } from "../../src/engine/model.ts";
import type { Call, FakeDeps, Script } from "./fake-deps.ts";
import { connectionLost, hang } from "./responses.ts";

/** A number is a status. */
export type Manner = "answers" | "refuses" | "hangs" | number;

export interface Fleet {
  readonly script: Script;
  /** From now on it is like this; `health`: and its health path like that, where it differs. */
  readonly set: (origin: Origin, manner: Manner, health?: Manner) => void;
}

/** All are well at first. */
export function fleet(): Fleet {
  const manners = new Map<string, readonly [Manner, Manner]>();
  return {
    set: ({ url }, manner, health = manner) => {
      manners.set(url, [manner, health]);
    },
    script: (call) => {
      const [manner, health] = manners.get(new URL(call.url).origin) ?? ["answers", "answers"];
      return behave(isProbe(call) ? health : manner, call);
    },
  };
}

function behave(manner: Manner, call: Call): Response | Promise<Response> {
  if (manner === "hangs") return hang(call);
  if (manner === "refuses") throw connectionLost();
  return new Response(null, { status: manner === "answers" ? 200 : manner });
}

/** Test settings ask `/alive`, which no client does. */
export function isProbe({ url }: Pick<Call, "url">): boolean {
  return new URL(url).pathname === "/alive";
}

/** The origins that were asked by requests, in order, from this call on. */
export function traffic({ calls }: Pick<FakeDeps, "calls">, from = 0): readonly string[] {
  return calls
    .slice(from)
    .filter((call) => !isProbe(call))
    .map(({ url }) => new URL(url).origin);
}

/** The origins that were probed, in order, from this call on. */
export function probes({ calls }: Pick<FakeDeps, "calls">, from = 0): readonly string[] {
  return calls
    .slice(from)
    .filter(isProbe)
    .map(({ url }) => new URL(url).origin);
}
