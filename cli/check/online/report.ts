/** What one origin was found to be. */
import type { Origin } from "../../../src/engine/model.ts";
import type { Answered, Certificate, Failed, Handshake, Looked, Protocol } from "./network.ts";

/** The steps in their order; `undefined` where an earlier one left nothing to ask. */
export interface OriginReport {
  readonly origin: Origin;
  /** How long each step was waited for, in milliseconds. */
  readonly timeoutMs: number;
  readonly looked: Looked;
  readonly handshakes: Readonly<Record<Protocol, Handshake>> | undefined;
  readonly health: Answered | undefined;
  /** `GET /ready`, of MessageWeave. */
  readonly ready: Answered | undefined;
  /** `GET /api/config` with the token, where there is one. */
  readonly config: Answered | undefined;
}

/** How TLS with it went, in the better of the two handshakes. */
export type TlsOutcome =
  | { readonly kind: "verified"; readonly certificate: Certificate }
  | { readonly kind: "refused"; readonly certificate: Certificate; readonly objection: string }
  | Failed;

export function tlsOf({ handshakes }: Pick<OriginReport, "handshakes">): TlsOutcome | undefined {
  if (handshakes === undefined) return undefined;
  const { "http/1.1": one, h2: two } = handshakes;
  const better = one.kind === "secured" ? one : two.kind === "secured" ? two : one;
  if (better.kind === "failed") return better;
  const { certificate, objection } = better;
  return objection === undefined ? { kind: "verified", certificate } : { kind: "refused", certificate, objection };
}

/** Whether it takes HTTP/1.1 where that is all it is offered. */
export const speaksHttp1 = ({ handshakes }: Pick<OriginReport, "handshakes">): boolean => handshakes?.["http/1.1"].kind === "secured";

/** The versions of HTTP that it speaks, as far as was found out. */
export function versionsOf(report: OriginReport): readonly string[] {
  const { handshakes, health } = report;
  const h2 = handshakes?.h2;
  const advertised = health?.kind === "answer" ? (health.fields["alt-svc"] ?? "") : "";
  return [
    ...(speaksHttp1(report) ? ["1.1"] : []),
    ...(h2?.kind === "secured" && h2.protocol === "h2" ? ["2"] : []),
    // RFC 7838: an offer for later connections, which Cloudflare's own towards an origin do not take up.
    ...(/(?:^|,)\s*h3(?:-\d+)?=/.test(advertised) ? ["3"] : []),
  ];
}

/** Whether Cloudflare's proxy stands in front of it. */
export function isProxied({ health }: Pick<OriginReport, "health">): boolean {
  return health?.kind === "answer" && (health.fields["cf-ray"] !== undefined || health.fields["server"]?.toLowerCase() === "cloudflare");
}

export const isRedirect = (status: number): boolean => status >= 300 && status < 400;
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The path of the question for its health, without a query, which may hold a key. */
export const pathOf = ({ origin }: Pick<OriginReport, "origin">): string => new URL(`${origin.url}${origin.healthPath}`).pathname;
