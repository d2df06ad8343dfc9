/** nginx, as the first page of a tutorial has it, and as its reference manual allows. */
import type { Candidate } from "./candidate.ts";
import type { Peer } from "./installed.ts";
import { type Plan, proxyCandidate } from "./proxy.ts";

export const nginx: Peer = {
  title: "nginx",
  binary: "nginx",
  versionArgs: ["-v"],
  args: (configuration) => ["-c", configuration, "-e", "stderr"],
};

/** An upload of the bench is 20 MiB; nginx refuses more than 1 MiB unless it is told otherwise. */
const LARGEST_BODY = "64m";

/** Two upstreams, their certificates checked; all else is left as it is. */
export function nginxByDefault(plan: Plan): string {
  return whole(plan, [
    "upstream backend {",
    ...plan.origins.map((port) => `  server 127.0.0.1:${port};`),
    "}",
    "server {",
    `  listen 127.0.0.1:${plan.port};`,
    `  client_max_body_size ${LARGEST_BODY};`,
    "  location / {",
    "    proxy_pass https://backend;",
    "    proxy_set_header Host $host;",
    ...verified(plan),
    "  }",
    "}",
  ]);
}

/** Kept connections, the attempt's limit on every wait, and every failure sent to the other one, POST or not. */
export function nginxTuned(plan: Plan): string {
  const wait = `${plan.timeoutMs}ms`;
  return whole(plan, [
    "access_log off;",
    "upstream backend {",
    "  zone backend 64k;",
    ...plan.origins.map((port) => `  server 127.0.0.1:${port} max_fails=1 fail_timeout=10s;`),
    "  keepalive 64;",
    "}",
    "server {",
    `  listen 127.0.0.1:${plan.port};`,
    `  client_max_body_size ${LARGEST_BODY};`,
    "  location / {",
    "    proxy_pass https://backend;",
    "    proxy_set_header Host $host;",
    "    proxy_http_version 1.1;",
    '    proxy_set_header Connection "";',
    ...verified(plan),
    `    proxy_connect_timeout ${wait};`,
    `    proxy_send_timeout ${wait};`,
    `    proxy_read_timeout ${wait};`,
    "    proxy_next_upstream error timeout invalid_header http_500 http_502 http_503 http_504 non_idempotent;",
    "    proxy_next_upstream_tries 2;",
    "  }",
    "}",
  ]);
}

const verified = ({ ca }: Plan): readonly string[] => [
  "    proxy_ssl_verify on;",
  `    proxy_ssl_trusted_certificate ${ca};`,
  "    proxy_ssl_name localhost;",
  "    proxy_ssl_server_name on;",
];

/** Around both: what a user who is not root needs, for whom the usual places are closed. */
function whole({ folder }: Plan, http: readonly string[]): string {
  const asRoot = process.getuid?.() === 0 ? ["user root;"] : [];
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `  ${kind}_temp_path ${folder}/${kind};`);
  return [
    ...asRoot,
    "daemon off;",
    "worker_processes 1;",
    `pid ${folder}/pid;`,
    "error_log stderr;",
    "events {}",
    "http {",
    ...temporary,
    ...(http.includes("access_log off;") ? [] : [`  access_log ${folder}/access.log;`]),
    ...http.map((line) => `  ${line}`),
    "}",
    "",
  ].join("\n");
}

export const nginxCandidates: readonly Candidate[] = [
  proxyCandidate(nginx, "nginx", "two upstreams, otherwise its defaults", nginxByDefault),
  proxyCandidate(
    nginx,
    "nginx, tuned",
    "kept connections, timeouts, proxy_next_upstream with 5xx and non_idempotent, max_fails=1",
    nginxTuned,
  ),
];
