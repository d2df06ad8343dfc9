/** The candidates that run on workerd: the gateways, and what they are measured against on their own platform. */
import { startWorkerd } from "../../dev/workerd.ts";
import { type BundleName, bundle } from "./bundles.ts";
import type { Candidate, Setup } from "./candidate.ts";

type Bindings = (setup: Setup) => Readonly<Record<string, string>>;

function worker(name: string, from: BundleName, setup: string, bindings: Bindings): Candidate {
  return {
    name,
    setup,
    missing: () => undefined,
    start: async (options) => {
      const { plainPort, pid, stop } = await startWorkerd({
        bundle: await bundle(from),
        certificates: options.certificates,
        env: bindings(options),
        schemeHeader: "X-Forwarded-Proto",
        trustPublic: false,
      });
      return { port: plainPort, pid, stop };
    },
  };
}

const gateway = (name: string, setup: string, extra: Readonly<Record<string, string>>): Candidate =>
  worker(name, "gateway", setup, ({ origins, timeoutMs }) => ({
    BACKEND_ORIGINS_JSON: JSON.stringify(origins),
    LB_REQUEST_TIMEOUT_MS: String(timeoutMs),
    ...extra,
  }));

/** All others are compared with this one: what the platform takes for passing on. */
export const bare: Candidate = worker("bare", "bare", "a Worker that passes on to one origin", ({ origins: [first = ""] }) => ({
  ORIGIN: first,
}));

/** What keeping the contract takes, with as little else as possible. */
export const floor: Candidate = worker(
  "floor",
  "floor",
  "the least Worker that holds a body, has a deadline and names the origin",
  ({ origins }) => ({
    ORIGINS: JSON.stringify(origins),
  }),
);

/** In the order of the tables. */
export const workers: readonly Candidate[] = [
  bare,
  floor,
  worker("article", "article", "a Worker as articles describe it", ({ origins, timeoutMs }) => ({
    ORIGINS: JSON.stringify(origins),
    TIMEOUT_MS: String(timeoutMs),
  })),
  gateway("gateway", "as deployed, LB_HEALTH_ROUTING off", { LB_HEALTH_ROUTING: "off" }),
  gateway("gateway, routing on", "LB_HEALTH_ROUTING=on LB_SLOW_MS=300", { LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "300" }),
  gateway("gateway, hedging", "LB_HEALTH_ROUTING=on LB_SLOW_MS=300 LB_HEDGE_MS=100", {
    LB_HEALTH_ROUTING: "on",
    LB_SLOW_MS: "300",
    LB_HEDGE_MS: "100",
  }),
  worker("primary-replica", "primary-replica", "as deployed", ({ origins, timeoutMs }) => ({
    SERVERS_JSON: JSON.stringify(origins.map((url) => ({ url, healthCheckPath: "/healthz" }))),
    REQUEST_TIMEOUT_MS: String(timeoutMs),
  })),
];
