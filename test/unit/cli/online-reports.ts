/** Reports of origins that are well but for what a test changes, and a network that answers from a script. */
import type { Answer, Failed, Network, Secured } from "../../../cli/check/online/network.ts";
import type { OriginReport } from "../../../cli/check/online/report.ts";
import type { Surroundings } from "../../../cli/check/online/rule.ts";

export const NOW = Date.parse("2026-03-01T12:00:00Z");
const DAY_MS = 86_400_000;

export const failure = (code: string, connected = false): Failed => ({ kind: "failed", code, connected });

export const secured = (changes: Partial<Secured> = {}): Secured => ({
  kind: "secured",
  protocol: "http/1.1",
  certificate: { validFrom: NOW - 30 * DAY_MS, validTo: NOW + 60 * DAY_MS, names: ["a.example.com"] },
  objection: undefined,
  ...changes,
});

export const answer = (status: number, fields: Answer["fields"] = {}, ms = 43): Answer => ({
  kind: "answer",
  status,
  ms,
  sentAt: NOW,
  receivedAt: NOW + ms,
  fields: { date: new Date(NOW).toUTCString(), ...fields },
});

export const report = (changes: Partial<OriginReport> = {}, url = "https://a.example.com"): OriginReport => ({
  origin: { url, name: url, healthPath: "/healthz" },
  timeoutMs: 10_000,
  looked: { kind: "addresses", addresses: ["203.0.113.7"] },
  handshakes: { "http/1.1": secured(), h2: secured({ protocol: "h2" }) },
  health: answer(200),
  ready: answer(200),
  config: undefined,
  ...changes,
});

export const surroundings: Surroundings = {
  now: NOW,
  isUp: (status) => status < 500,
  slowMs: 2_500,
  isMessageWeave: true,
  list: { variable: "BACKEND_ORIGINS_JSON", where: "wrangler.toml:3 BACKEND_ORIGINS_JSON" },
};

/** A network in which all is well but for what is changed. */
export const network = (changes: Partial<Network> = {}): Network => ({
  lookup: async () => ({ kind: "addresses", addresses: ["203.0.113.7"] }),
  handshake: async (_, protocol) => secured({ protocol }),
  get: async () => answer(200),
  ...changes,
});
