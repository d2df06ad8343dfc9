/** What `check` asks of a network, as data in and data out: a test answers in its place. */

export interface Network {
  /** All addresses of a name, as this machine's resolver orders them. It comes before anything else is asked of the host. */
  readonly lookup: (host: string, timeoutMs: number) => Promise<Looked>;
  /** One TLS handshake that offers one protocol (ALPN, RFC 7301). Nothing is sent over it, so a bad certificate may be looked at. */
  readonly handshake: (origin: string, protocol: Protocol, timeoutMs: number) => Promise<Handshake>;
  /** One `GET` over HTTP/1.1 and verified TLS. No redirect is followed, no body is read. */
  readonly get: (question: Question) => Promise<Answered>;
}

export type Protocol = "h2" | "http/1.1";

export interface Question {
  /** `URL.origin`. */
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** From the first packet to the head of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** Why a step came to nothing. */
export interface Failed {
  readonly kind: "failed";
  /** As Node names it, such as `ECONNREFUSED`; `TIMEOUT` where it took longer than it was given. */
  readonly code: string;
  /** Whether there was a TCP connection. */
  readonly connected: boolean;
}

export type Looked = { readonly kind: "addresses"; readonly addresses: readonly string[] } | Failed;

/** What a certificate says of itself. */
export interface Certificate {
  /** Milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validTo: number;
  /** The names and addresses it is for. */
  readonly names: readonly string[];
}

export interface Secured {
  readonly kind: "secured";
  /** What was agreed on; `undefined` where the origin knows no ALPN, which means HTTP/1.1. */
  readonly protocol: string | undefined;
  readonly certificate: Certificate;
  /** Why the certificate does not hold, as OpenSSL or Node names it; `undefined`: it does. */
  readonly objection: string | undefined;
}

export type Handshake = Secured | Failed;

export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  /** From the start to the head of the answer, the connection included. */
  readonly ms: number;
  /** When the request went out and the answer came, in milliseconds since the epoch. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Fields of the answer, by lower-case name. */
  readonly fields: Readonly<Record<string, string | undefined>>;
}

export type Answered = Answer | Failed;
