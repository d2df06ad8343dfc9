/** Meeting a failing origin for certain, though the first one is chosen at random. */
import type { Answer } from "./client.ts";
import type { Gateway } from "./gateway.ts";
import type { Backend } from "./lab.ts";
import { until } from "./until.ts";

/** Chosen at random from two, an origin is missed this often in a row once in 10^12 runs. */
const ENOUGH = 40;

/** The classes of the failed attempts that were logged for this origin. */
export function failuresOf(gateway: Gateway, { url }: Backend): unknown[] {
  return gateway
    .events()
    .filter(({ event, origin }) => event === "attempt-failed" && origin === url)
    .map(({ failure }) => failure);
}

/**
 * Sends a request again and again until its first attempt has met the failing origin so many times. Every answer
 * goes through `check`. Returns the failure classes that were seen.
 */
export async function untilMet(
  gateway: Gateway,
  bad: Backend,
  times: number,
  send: () => Promise<Answer>,
  check: (answer: Answer) => void,
): Promise<unknown[]> {
  for (let i = 0; i < ENOUGH; i++) {
    check(await send());
    if (failuresOf(gateway, bad).length >= times) return failuresOf(gateway, bad);
  }
  await until(`${bad.url} has been met ${times} times`, () => failuresOf(gateway, bad).length >= times);
  return failuresOf(gateway, bad);
}
