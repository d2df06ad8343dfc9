import { describe, expect, test } from "vitest";
import { caddyByDefault, caddyTuned } from "../../../bench/candidates/caddy.ts";
import { haproxyByDefault, haproxyTuned } from "../../../bench/candidates/haproxy.ts";
import { missing } from "../../../bench/candidates/installed.ts";
import { nginxByDefault, nginxTuned } from "../../../bench/candidates/nginx.ts";
import { peers } from "../../../bench/candidates/peers.ts";

const plan = { port: 8000, origins: [9001, 9002], ca: "/files/ca.pem", folder: "/files", timeoutMs: 1_500 };

const lines = (text: string): string[] => text.split("\n").map((line) => line.trim());

describe.for([
  ["nginx", nginxByDefault, nginxTuned, "proxy_ssl_verify on;"],
  ["HAProxy", haproxyByDefault, haproxyTuned, "verify required ca-file /files/ca.pem"],
  ["Caddy", caddyByDefault, caddyTuned, "tls_trusted_ca_certs /files/ca.pem"],
] as const)("%s", ([, byDefault, tuned, verifies]) => {
  test.for([byDefault, tuned])("stands before both origins, checks their certificate, listens on loopback only", (configuration) => {
    const text = configuration(plan);
    for (const part of ["127.0.0.1:9001", "127.0.0.1:9002", verifies]) expect(text).toContain(part);
    expect(text).toMatch(/127\.0\.0\.1:8000|http:\/\/:8000 \{\s+bind 127\.0\.0\.1/);
    expect(text.endsWith("\n")).toBe(true);
  });

  test("only the expert knows of the attempt's limit", () => {
    expect(byDefault(plan)).not.toContain("1500ms");
    expect(tuned(plan)).toContain("1500ms");
  });
});

test("nginx keeps within its folder, and its expert sends on what failed, POST too", () => {
  for (const place of ["client_body_temp_path /files/", "pid /files/"]) expect(nginxByDefault(plan)).toContain(place);
  expect(lines(nginxTuned(plan))).toEqual(
    expect.arrayContaining([
      "keepalive 64;",
      'proxy_set_header Connection "";',
      "proxy_next_upstream error timeout invalid_header http_500 http_502 http_503 http_504 non_idempotent;",
    ]),
  );
});

test("HAProxy's expert sends on what failed, and checks health", () => {
  expect(lines(haproxyTuned(plan))).toEqual(
    expect.arrayContaining(["retry-on all-retryable-errors", "option redispatch 1", "option httpchk GET /healthz"]),
  );
});

test("Caddy's expert tries for as long as two attempts take, and checks health", () => {
  expect(lines(caddyTuned(plan))).toEqual(expect.arrayContaining(["lb_try_duration 3000ms", "health_uri /healthz"]));
});

test("each stands in the tables twice", () => {
  expect(peers.map(({ name }) => name)).toEqual(["nginx", "nginx, tuned", "HAProxy", "HAProxy, tuned", "Caddy", "Caddy, tuned"]);
});

test("what is not installed says how it is to be had", () => {
  expect(missing({ title: "Nobody", binary: "nobody-has-this", versionArgs: [], args: () => [] })).toBe(
    "Nobody is not installed (apt-get install nobody-has-this)",
  );
  expect(missing({ title: "a shell", binary: "sh", versionArgs: [], args: () => [] })).toBeUndefined();
});
