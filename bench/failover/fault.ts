/** A fault as it unfolds: most last from the fall to the healing, a flapping origin comes and goes. */
import type { Seen } from "./faulty-origin.ts";
import { type Fault, FLAP_MS, type Mode } from "./kinds.ts";
import type { RemoteOrigin } from "./origins.ts";

/** What an origin saw while it was broken. */
export interface Fallen {
  /** When it was broken, in milliseconds since the epoch. */
  readonly fallAt: number;
  /** Ends the fault, and tells how many requests reached the origin since the fall. */
  readonly heal: () => Promise<Pick<Seen, "reached" | "firstReachedAt">>;
}

/** Breaks an origin; resolves when it is broken. */
export async function breakOrigin(origin: RemoteOrigin, fault: Fault): Promise<Fallen> {
  const parts: Seen[] = [];
  await origin.become(fault === "flapping" ? "refused" : fault);
  const { since: fallAt } = await origin.seen();
  const flaps = fault === "flapping" ? flap(origin, parts) : undefined;
  return {
    fallAt,
    heal: async () => {
      await flaps?.stop();
      parts.push(await origin.become("well"));
      return {
        reached: parts.reduce((sum, { reached }) => sum + reached, 0),
        firstReachedAt: parts.find(({ firstReachedAt }) => firstReachedAt !== undefined)?.firstReachedAt,
      };
    },
  };
}

/** Well and refused by turns, beginning with well. `stop` resolves when the turn that was under way is taken. */
function flap(origin: RemoteOrigin, parts: Seen[]): { stop: () => Promise<void> } {
  let mode: Mode = "refused";
  let turn: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    mode = mode === "refused" ? "well" : "refused";
    const next = mode;
    turn = turn.then(async () => void parts.push(await origin.become(next)));
  }, FLAP_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await turn;
    },
  };
}
