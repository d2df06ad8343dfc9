/** What is measured: something that stands in front of TLS origins and answers plain HTTP on loopback. */
import type { Certificates } from "../../dev/certificates.ts";

/** What a candidate is started with. */
export interface Setup {
  /** `https://localhost:<port>` each; their certificate is signed by `certificates.ca`. */
  readonly origins: readonly string[];
  readonly certificates: Certificates;
  /** How long the candidate may wait for one attempt's answer, in milliseconds. */
  readonly timeoutMs: number;
}

export interface Candidate {
  /** As it stands in the tables. */
  readonly name: string;
  /** One line on how it is set up. */
  readonly setup: string;
  /** Why it cannot run on this machine; `undefined`: it can. */
  readonly missing: () => string | undefined;
  /** Resolves once it answers; rejects with what it said where it does not start. */
  readonly start: (setup: Setup) => Promise<RunningCandidate>;
}

export interface RunningCandidate {
  /** On 127.0.0.1, plain HTTP. Requests carry `X-Forwarded-Proto: https`, from which the Workers take their scheme. */
  readonly port: number;
  /** The root of its process tree. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}
