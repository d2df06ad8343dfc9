/** One try at one origin: a response worth handing on, or a failure with its class and nothing left open. */
import type { Deps } from "../deps.ts";
import type { Origin, Outcome } from "../model.ts";
import { release, type Sending, send } from "../upstream/send.ts";

/** Sends, and judges the status. A response that failed has been released when this settles. */
export async function attempt(
  origin: Origin,
  sending: Sending,
  isFailureStatus: (status: number) => boolean,
  deps: Pick<Deps, "fetch" | "after">,
): Promise<Outcome> {
  const outcome = await send(origin, sending, deps);
  if (outcome.kind === "failure" || !isFailureStatus(outcome.response.status)) return outcome;
  const { response } = outcome;
  release(response);
  // The runtime takes an interim answer for the final one: whatever that was, it was no answer.
  const failure = response.status < 200 ? "network" : (`status ${response.status}` as const);
  return { kind: "failure", failure, origin: outcome.origin };
}
