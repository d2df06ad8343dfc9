/** SPEC 1.7: what `/healthz-worker` says. */
import { describe, expect } from "vitest";
import type { Gateway } from "./support/gateway.ts";
import { status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";

const ask = async (gateway: Gateway) => {
  const answer = await gateway.send("/healthz-worker");
  return { ...answer, json: JSON.parse(answer.text) as Record<string, unknown> };
};

describe("MOD-HEALTH-AGG: the aggregate", () => {
  test("names each origin in configured order; up is a status below 500", async ({ lab }) => {
    const codes = [200, 204, 304, 404, 499, 500, 503, 999];
    const answering = await Promise.all(codes.map((code) => lab.origin(status(code))));
    const silent = await lab.origin(() => undefined);
    const origins = [...answering, await lab.dead(), silent];
    const gateway = await lab.gateway(origins, { LB_REQUEST_TIMEOUT_MS: "400", LB_VERSION: "2026.11.3" });
    const answer = await ask(gateway);
    const backends = [
      ...answering.map(({ url }, i) => ({ origin: url, up: (codes[i] ?? 999) < 500, status: codes[i] })),
      ...origins.slice(-2).map(({ url }) => ({ origin: url, up: false, status: null })),
    ];
    // The text, so that the order of keys counts.
    expect(answer.text).toBe(JSON.stringify({ status: "ok", version: "2026.11.3", available: 5, total: 10, backends }));
    expect([answer.status, ...["content-type", "cache-control", "x-content-type-options"].map((name) => answer.fields.get(name))]).toEqual([
      200,
      "application/json",
      "no-store",
      "nosniff",
    ]);
    expect(answering.map(({ arrivals }) => arrivals.map(({ method, url }) => `${method} ${url}`))).toEqual(
      codes.map(() => ["GET /healthz"]),
    );
    expect(answer.fields.get("x-lb-backend")).toBeUndefined();
  });

  test("all down is 503", async ({ lab }) => {
    const origins = [await lab.dead(), await lab.origin(status(500))];
    const answer = await ask(await lab.gateway(origins));
    expect([answer.status, answer.text]).toEqual([
      503,
      JSON.stringify({
        status: "down",
        version: "unknown",
        available: 0,
        total: 2,
        backends: [
          { origin: origins[0]?.url, up: false, status: null },
          { origin: origins[1]?.url, up: false, status: 500 },
        ],
      }),
    ]);
  });

  test("one up is enough", async ({ lab }) => {
    const { status: code, json } = await ask(await lab.gateway([await lab.dead(), await lab.origin()]));
    expect([code, json["status"], json["available"], json["total"]]).toEqual([200, "ok", 1, 2]);
  });

  test.for([
    ["unset", {}],
    ["empty", { BACKEND_ORIGINS_JSON: "" }],
    ["blank", { BACKEND_ORIGINS_JSON: " \t\n" }],
    ["[]", { BACKEND_ORIGINS_JSON: "[]" }],
    [" [ ] ", { BACKEND_ORIGINS_JSON: " [ ] " }],
  ] as const)("no origins is no fault of its own: %s", async ([, env], { lab }) => {
    const gateway = await lab.worker(env);
    const answer = await ask(gateway);
    expect([answer.status, answer.text]).toEqual([
      200,
      '{"status":"no-backends","version":"unknown","available":0,"total":0,"backends":[]}',
    ]);
    // Everything else is.
    for (const path of ["/api/status", "/no/such"]) {
      const { status: code, text } = await gateway.send(path);
      expect([code, text]).toEqual([503, "misconfigured backends"]);
    }
  });

  test("a malformed list is", async ({ lab }) => {
    const gateway = await lab.worker({ BACKEND_ORIGINS_JSON: '["http://a.example"]' });
    for (const method of ["GET", "POST"]) {
      const { status: code, text } = await gateway.send("/healthz-worker", { method });
      expect([code, text]).toEqual([503, "misconfigured backends"]);
    }
  });

  test("no other method than GET", async ({ lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.gateway([origin]);
    for (const method of ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const answer = await gateway.send("/healthz-worker", { method });
      expect([answer.status, answer.fields.get("allow"), answer.text]).toEqual([
        405,
        "GET",
        method === "HEAD" ? "" : "method not allowed for /healthz-worker",
      ]);
    }
    expect(origin.arrivals).toEqual([]);
  });

  test("a query does not matter, the exact path does", async ({ lab }) => {
    const gateway = await lab.gateway([await lab.origin()]);
    expect((await gateway.send("/healthz-worker?verbose=1")).status).toBe(200);
    expect((await gateway.send("/healthz-worker/")).status).toBe(404);
  });

  test("forwarding does not look at it", async ({ lab }) => {
    const origin = await lab.origin((request, response) => void response.writeHead(request.url === "/healthz" ? 500 : 200).end("served"));
    const gateway = await lab.gateway([origin]);
    expect((await ask(gateway)).status).toBe(503);
    expect((await gateway.send("/api/status")).text).toBe("served");
  });
});
