/** An error of Node's network as a value: its code, and none of its text. */
import type { Failed } from "./network.ts";

/** It took longer than it was given, before there was a connection. */
export const TIMEOUT: Failed = { kind: "failed", code: "TIMEOUT", connected: false };

export const failed = (error: unknown, connected: boolean): Failed => ({ kind: "failed", code: codeOf(error), connected });

/** This machine has no way to such an address, which says nothing of the others that were tried. */
const NO_WAY = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EHOSTUNREACH"]);

/** Of several addresses that were tried in vain, the code that tells most. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf);
    return codes.find((code) => !NO_WAY.has(code)) ?? codes[0] ?? "UNKNOWN";
  }
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN";
}
