/** SPEC 1.3: 19 paths, each with its methods, matched exactly; everything else is refused before any origin is asked. */
import { describe, expect } from "vitest";
import type { Answer } from "./support/client.ts";
import { test as base } from "./support/lab.ts";

const test = base
  .extend("origin", { scope: "file" }, ({ shared }) => shared.origin())
  .extend("gateway", { scope: "file" }, ({ shared, origin }) => shared.gateway([origin]));

const SAFELIST: readonly (readonly [path: string, allow: string])[] = [
  ["/", "GET"],
  ["/assets/config.js", "GET"],
  ["/assets/styles.css", "GET"],
  ["/api/status", "GET"],
  ["/api/config", "GET, PUT"],
  ["/api/business-config", "GET, PUT"],
  ["/api/business-config/preflight", "POST"],
  ["/api/admin/session", "POST"],
  ["/api/admin/session/revoke", "POST"],
  ["/api/enabled", "GET, PUT"],
  ["/webhook/tg", "POST"],
  ["/push/jmap", "POST"],
  ["/api/push/register", "POST"],
  ["/api/telegram/register-webhook", "POST"],
  ["/api/push/disable", "POST"],
  ["/reconcile", "POST"],
  ["/worker", "POST"],
  ["/healthz", "GET"],
  ["/ready", "GET"],
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

function expectRefusal({ fields }: Answer): void {
  expect(["content-type", "cache-control", "x-content-type-options"].map((name) => fields.get(name))).toEqual([
    "text/plain; charset=utf-8",
    "no-store",
    "nosniff",
  ]);
  expect(fields.get("x-lb-backend")).toBeUndefined();
}

describe("ARCH-LB-WORKER: the safelist", () => {
  test.for(SAFELIST)("%s passes with %s and no other method", async ([path, allow], { gateway, origin }) => {
    for (const method of METHODS) {
      const before = origin.arrivals.length;
      const answer = await gateway.send(`${path}?q=1`, method === "POST" || method === "PUT" ? { method, body: "{}" } : { method });
      const arrived = origin.arrivals.slice(before).map((arrival) => [arrival.method, arrival.url]);
      if (allow.split(", ").includes(method)) {
        expect([answer.status, arrived]).toEqual([200, [[method, `${path}?q=1`]]]);
      } else {
        expect([answer.status, answer.fields.get("allow"), arrived]).toEqual([405, allow, []]);
        expect(answer.text).toBe(method === "HEAD" ? "" : `method not allowed for ${path}`);
        expectRefusal(answer);
      }
    }
  });
});

describe("C-LB-SINGLE-REG-URL: an unknown path is 404 and reaches no origin", () => {
  test.for([
    ["GET", "/no/such"],
    ["POST", "/api/bootstrap"],
    ["GET", "/debug/"],
    ["GET", "/debug/pprof"],
    ["POST", "/debug/vars"],
    ["POST", "/webhook/tg/"],
    ["POST", "/Webhook/tg"],
    ["POST", "/webhook//tg"],
    ["POST", "//webhook/tg"],
    ["POST", "/webhook/%74g"],
    ["POST", "/webhook%2Ftg"],
    ["POST", "/webhook/tg;x=1"],
    ["POST", "/webhook/tg%00"],
    ["POST", "/webhook/tg%20"],
    ["GET", "/healthz-worker/"],
    ["GET", "//foreign.example/api/status"],
    ["PUT", "/__proto__"],
    ["GET", "/constructor"],
  ] as const)("%s %s", async ([method, path], { gateway, origin }) => {
    const before = origin.arrivals.length;
    const answer = await gateway.send(`${path}?token=canary`, { method });
    expect([answer.status, answer.text]).toEqual([404, `route not forwarded: ${path}`]);
    expectRefusal(answer);
    expect(origin.arrivals.length).toBe(before);
  });

  test.for([
    ["/x/../webhook/tg", "/webhook/tg"],
    ["/./webhook/tg", "/webhook/tg"],
    ["/webhook/%2e/tg", "/webhook/tg"],
    ["/x/%2E%2e/webhook/tg", "/webhook/tg"],
    ["/webhook\\tg", "/webhook/tg"],
    ["/webhook/tg/../admin", undefined],
    ["/webhook/tg/%2e%2e/debug", undefined],
    ["/webhook/tg/%252e%252e/x", undefined],
    ["/webhook/tg/..", undefined],
  ] as const)("%s means the same to the gateway and the origin", async ([path, forwarded], { gateway, origin }) => {
    const before = origin.arrivals.length;
    const answer = await gateway.send(path, { method: "POST", body: "{}" });
    const urls = origin.arrivals.slice(before).map(({ url }) => url);
    expect([answer.status, urls]).toEqual(forwarded === undefined ? [404, []] : [200, [forwarded]]);
  });

  test("a method is matched as it is spelled", async ({ gateway, origin }) => {
    const before = origin.arrivals.length;
    for (const method of ["get", "Get", "BREW"]) {
      const { status } = await gateway.send("/api/status", { method }).catch(() => ({ status: 0 }));
      // The runtime itself refuses what it does not know; either way nothing gets through.
      expect([0, 400, 405, 501]).toContain(status);
    }
    expect(origin.arrivals.length).toBe(before);
  });

  test("a refused upload is answered, reaches no origin and spoils nothing after it", async ({ gateway, origin }) => {
    const before = origin.arrivals.length;
    const refused = await gateway.send("/no/such", { method: "POST", body: Buffer.alloc(1_000_000, 1) });
    expect(refused.status).toBe(404);
    const next = await gateway.send("/webhook/tg", { method: "POST", body: "x" });
    expect([next.status, origin.arrivals.length]).toEqual([200, before + 1]);
  });
});
