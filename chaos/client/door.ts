/** The gateway as a client finds it. */
import type { Certificates } from "../../dev/certificates.ts";

export interface Door {
  /** Of its TLS socket. */
  readonly port: number;
  readonly certificates: Certificates;
  /** What no log line may show; every request carries it. */
  readonly canary: string;
  readonly now: () => number;
  /** The run was ended: whoever still waits stops. */
  readonly signal: AbortSignal;
}

/** Longer than anything may take; whoever waited for so long has met a request that hangs. In milliseconds. */
export const HANG_MS = 10_000;

/** Path and query of a request. */
export const targetOf = (path: string, id: string, canary: string): string => `${path}?id=${id}&token=${canary}`;

/** Headers that every request carries. */
export const headersOf = (id: string, canary: string): Record<string, string> => ({
  "x-chaos-id": id,
  authorization: `Bearer ${canary}`,
  cookie: `session=${canary}`,
});
