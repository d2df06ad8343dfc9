/** The steps by which one origin is asked. */
import type { Origin } from "../../../src/engine/model.ts";
import { hostOf } from "./endpoint.ts";
import type { Answered, Network } from "./network.ts";
import { type OriginReport, speaksHttp1, tlsOf } from "./report.ts";

/** What is asked, the same of every origin. */
export interface Asking {
  /** How long each step is waited for, in milliseconds. */
  readonly timeoutMs: number;
  /** Sent with the question for its health. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether `GET /ready` means something there. */
  readonly hasReady: boolean;
  /** Sent to those whose TLS was verified, and to nobody else. */
  readonly token: string | undefined;
}

/** Name, TLS, then the requests, all at once; a step that fails ends it. */
export async function askOrigin(origin: Origin, asking: Asking, network: Network): Promise<OriginReport> {
  const { timeoutMs, headers, hasReady, token } = asking;
  const { url } = origin;
  const looked = await network.lookup(hostOf(url), timeoutMs);
  const report = { origin, timeoutMs, looked, handshakes: undefined, health: undefined, ready: undefined, config: undefined };
  if (looked.kind === "failed") return report;
  const [two, one] = await Promise.all([network.handshake(url, "h2", timeoutMs), network.handshake(url, "http/1.1", timeoutMs)]);
  const secured = { ...report, handshakes: { h2: two, "http/1.1": one } };
  if (tlsOf(secured)?.kind !== "verified" || !speaksHttp1(secured)) return secured;
  const get = (target: string, fields: Readonly<Record<string, string>>): Promise<Answered> =>
    network.get({ origin: url, target, headers: fields, timeoutMs });
  const [health, ready, config] = await Promise.all([
    get(origin.healthPath, headers),
    hasReady ? get("/ready", {}) : undefined,
    token === undefined ? undefined : get("/api/config", { authorization: `Bearer ${token}` }),
  ]);
  return { ...secured, health, ready, config };
}
