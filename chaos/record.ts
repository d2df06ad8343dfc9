/** What happened: the only thing that the judge sees. Times in milliseconds since the storm began. */

import type { Rules } from "./gateways/rules.ts";
import type { Ask } from "./plan/asks.ts";
import type { Fault } from "./plan/faults.ts";
import type { Stall } from "./stalls.ts";

/** One request as it reached an origin. */
export interface Arrival {
  /** Of the query. */
  readonly id: string;
  /** Of a header, which must be the same. */
  readonly headerId: string | undefined;
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly at: number;
  /** Whether the connection had carried a request before. */
  readonly kept: boolean;
  /** What was wrong with the origin when its head was here. */
  readonly fault: Fault["kind"];
  /** Bytes of the body so far, and the hash of them once the body has ended as a whole one. */
  received: number;
  bodySha: string | undefined;
  /** The head of an answer that was sent. */
  answered: Answered | undefined;
  /** The connection was ended on purpose, before an answer or within it. */
  broken: boolean;
  /** When the exchange was over, by whomever. */
  closedAt: number | undefined;
}

export interface Answered {
  readonly status: number;
  readonly location: string | undefined;
  /** The whole length of the body, in bytes. */
  readonly length: number;
  readonly declared: boolean;
  /** Its body goes on until somebody has enough of it. */
  readonly endless: boolean;
}

/** A stretch in which an origin behaved in one way. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly fault: Fault;
}

export interface OriginRecord {
  /** `https://localhost:<port>`, and what the gateway calls it in its answer. */
  readonly url: string;
  readonly timeline: readonly Stretch[];
  readonly arrivals: readonly Arrival[];
  /** Requests that were still open after the quiet time. */
  readonly unfinished: readonly Arrival[];
  /** When it reset its connections, and how many of them were open. */
  readonly resets: readonly { readonly at: number; readonly connections: number }[];
}

/** An answer as a client got it. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** It ended as its framing says. */
  readonly complete: boolean;
}

/** One request as its client saw it. */
export interface Asked {
  readonly ask: Ask;
  readonly id: string;
  readonly startedAt: number;
  /** When the last byte of the request was handed to the system; `undefined`: it never was. */
  readonly sentAt: number | undefined;
  readonly headAt: number | undefined;
  readonly endedAt: number;
  /**
   * `left`: as planned. `lost`: the connection broke before an answer. `hung`: nothing came for longer than anything may take.
   * `unaccepted`: a kept connection that the gateway closed before the request was on it. `overtaken`: the connection was closed while
   * the body was still being sent. `interrupted`: the run was ended.
   */
  readonly end: "answered" | "left" | "lost" | "hung" | "unaccepted" | "overtaken" | "interrupted";
  readonly received: Received | undefined;
  /** Of a WebSocket: messages sent, and each that came back. */
  readonly echoes?: { readonly sent: readonly string[]; readonly got: readonly string[] };
  /** What the client's own library said. */
  readonly error?: string;
}

/** Memory in bytes and open files of the runtime's process. */
export interface Usage {
  readonly rssBytes: number;
  readonly files: number;
}

/** One storm over one gateway. */
export interface StormRecord {
  readonly variant: string;
  readonly rules: Rules;
  readonly canary: string;
  readonly origins: readonly OriginRecord[];
  /** Connections at the server to which nobody may be led. */
  readonly strangerConnections: number;
  readonly asked: readonly Asked[];
  /** Lines of the runtime and the Worker. */
  readonly lines: readonly string[];
  /** Time that the machine took from all of this. */
  readonly stalls: readonly Stall[];
  readonly before: Usage | undefined;
  readonly after: Usage | undefined;
  /** The runtime ended by itself. */
  readonly crashed: boolean;
}

/** A promise that was not kept. */
export interface Violation {
  readonly promise: string;
  readonly expected: string;
  readonly seen: string;
  readonly id?: string;
  /** The times around which the schedule is of interest. */
  readonly around?: { readonly from: number; readonly to: number };
}
