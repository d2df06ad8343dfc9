/** Promises, and what is thrown where one is broken. */
import { isDeepStrictEqual } from "node:util";

/** Stands wherever a secret could: it must be found in no log line of the Worker's. */
export const CANARY = "CANARY";

/** A violated promise. */
export class Violation extends Error {}

/** Throws a Violation unless both are the same. */
export function mustBe(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Violation(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

/** Throws a Violation unless the condition holds. */
export function must(what: string, holds: boolean, seen?: unknown): void {
  if (!holds) throw new Violation(seen === undefined ? what : `${what}: ${JSON.stringify(seen)}`);
}
