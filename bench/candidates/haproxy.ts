/** HAProxy, as its own introduction has it, and as its configuration manual allows. */
import { HEALTH_PATH } from "../failover/kinds.ts";
import type { Candidate } from "./candidate.ts";
import type { Peer } from "./installed.ts";
import { type Plan, proxyCandidate } from "./proxy.ts";

export const haproxy: Peer = {
  title: "HAProxy",
  binary: "haproxy",
  versionArgs: ["-v"],
  args: (configuration) => ["-db", "-f", configuration],
};

/** Two servers by turns, checked for taking connections, and the timeouts that every example has. */
export function haproxyByDefault(plan: Plan): string {
  return [
    ...global,
    "defaults",
    "  mode http",
    "  timeout connect 5s",
    "  timeout client 50s",
    "  timeout server 50s",
    ...frontend(plan),
    "backend servers",
    "  balance roundrobin",
    ...servers(plan, "check"),
    "",
  ].join("\n");
}

/** The attempt's limit on every wait, each failure sent to the other one, and both kinds of health checks. */
export function haproxyTuned(plan: Plan): string {
  const wait = `${plan.timeoutMs}ms`;
  return [
    ...global,
    "defaults",
    "  mode http",
    `  timeout connect ${wait}`,
    "  timeout client 50s",
    `  timeout server ${wait}`,
    `  timeout check ${wait}`,
    "  retries 2",
    "  option redispatch 1",
    "  retry-on all-retryable-errors",
    "  http-reuse always",
    ...frontend(plan),
    "backend servers",
    "  balance roundrobin",
    `  option httpchk GET ${HEALTH_PATH}`,
    "  http-check expect status 200",
    "  default-server inter 1s fastinter 250ms fall 2 rise 2 observe layer7 error-limit 3 on-error mark-down pool-purge-delay 60s",
    ...servers(plan, "check"),
    "",
  ].join("\n");
}

const global: readonly string[] = ["global", "  nbthread 1"];

const frontend = ({ port }: Plan): readonly string[] => ["frontend main", `  bind 127.0.0.1:${port}`, "  default_backend servers"];

const servers = ({ origins, ca }: Plan, options: string): readonly string[] =>
  origins.map(
    (port, i) => `  server s${i + 1} 127.0.0.1:${port} ssl verify required ca-file ${ca} sni str(localhost) check-sni localhost ${options}`,
  );

export const haproxyCandidates: readonly Candidate[] = [
  proxyCandidate(haproxy, "HAProxy", "two servers with check, the timeouts of every example", haproxyByDefault),
  proxyCandidate(
    haproxy,
    "HAProxy, tuned",
    "timeouts, retry-on all-retryable-errors, redispatch, checks of health and of traffic",
    haproxyTuned,
  ),
];
