/** Caddy, as its quick start has it, and as the manual of its reverse proxy allows. */
import { HEALTH_PATH } from "../failover/kinds.ts";
import type { Candidate } from "./candidate.ts";
import type { Peer } from "./installed.ts";
import { type Plan, proxyCandidate } from "./proxy.ts";

export const caddy: Peer = {
  title: "Caddy",
  binary: "caddy",
  versionArgs: ["version"],
  args: (configuration) => ["run", "--config", configuration, "--adapter", "caddyfile"],
};

/** Two upstreams, their certificates checked; all else is left as it is. */
export function caddyByDefault(plan: Plan): string {
  return site(plan, [`transport http {`, ...trust(plan), "}"]);
}

/**
 * The attempt's limit on every wait, tries for as long as two of them may take, and checks of health. None of traffic
 * (`fail_duration`): Caddy 2.6 gives away a POST's body with its first try, buffered or not, and blames the upstream of the
 * second for it, so that one failure takes both out and all is lost for as long as that lasts.
 */
export function caddyTuned(plan: Plan): string {
  const wait = `${plan.timeoutMs}ms`;
  return site(plan, [
    "lb_policy round_robin",
    `lb_try_duration ${plan.timeoutMs * 2}ms`,
    "lb_try_interval 20ms",
    `health_uri ${HEALTH_PATH}`,
    "health_interval 1s",
    `health_timeout ${wait}`,
    "health_status 2xx",
    "transport http {",
    ...trust(plan),
    `  dial_timeout ${wait}`,
    `  response_header_timeout ${wait}`,
    "  keepalive_idle_conns_per_host 64",
    "}",
  ]);
}

const trust = ({ ca }: Plan): readonly string[] => [`  tls_trusted_ca_certs ${ca}`, "  tls_server_name localhost"];

/** Around both: plain HTTP on one port, and nothing that other runs of Caddy would share. */
function site({ port, origins }: Plan, proxy: readonly string[]): string {
  const upstreams = origins.map((origin) => `https://127.0.0.1:${origin}`).join(" ");
  return [
    "{",
    "  admin off",
    "  auto_https off",
    "}",
    `http://:${port} {`,
    "  bind 127.0.0.1",
    `  reverse_proxy ${upstreams} {`,
    ...proxy.map((line) => `    ${line}`),
    "  }",
    "}",
    "",
  ].join("\n");
}

export const caddyCandidates: readonly Candidate[] = [
  proxyCandidate(caddy, "Caddy", "two upstreams, otherwise its defaults", caddyByDefault),
  proxyCandidate(caddy, "Caddy, tuned", "timeouts, tries for two of them, checks of health", caddyTuned),
];
