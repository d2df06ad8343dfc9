/** SPEC 1.1: plain HTTP is sent to HTTPS before anything else is looked at. */
import { describe, expect } from "vitest";
import { test as base } from "./support/lab.ts";

const test = base
  .extend("origin", { scope: "file" }, ({ shared }) => shared.origin())
  .extend("gateway", { scope: "file" }, ({ shared, origin }) => shared.gateway([origin]));

describe("C-HTTPS-INBOUND: http is answered with 308 to the same URL with https", () => {
  test.for([
    ["GET", "/"],
    ["GET", "/api/status?x=1&y=%20a%2Fb"],
    ["GET", "/api/status?"],
    ["GET", "/api/status?a=?&b"],
    ["POST", "/webhook/tg"],
    ["PUT", "/api/config"],
    ["DELETE", "/no/such/path"],
    ["OPTIONS", "/"],
    ["HEAD", "/healthz"],
    ["PATCH", "/healthz-worker"],
    ["GET", "/healthz-worker"],
    ["GET", "//foreign.example/x"],
    ["GET", "/debug/vars"],
    ["GET", "/%2e%2Fx"],
  ] as const)("%s %s", async ([method, path], { gateway, origin }) => {
    const answer = await gateway.send(path, { method, plain: true });
    const expected = new URL(`https://lb.example${path}`).href;
    expect([answer.status, answer.fields.get("location")]).toEqual([308, expected]);
    expect(origin.arrivals).toEqual([]);
  });

  test("a body does not change that", async ({ gateway, origin }) => {
    const answer = await gateway.send("/webhook/tg", { method: "POST", body: "update", plain: true });
    expect([answer.status, answer.fields.get("location")]).toEqual([308, "https://lb.example/webhook/tg"]);
    expect(origin.arrivals).toEqual([]);
  });

  test("a port in Host stays", async ({ gateway }) => {
    const answer = await gateway.send("/", { plain: true, host: "lb.example:8443" });
    expect(answer.fields.get("location")).toBe("https://lb.example:8443/");
  });

  test.for([
    ["X-Forwarded-Proto", "https"],
    ["Forwarded", "proto=https"],
    ["CF-Visitor", '{"scheme":"https"}'],
    ["X-Forwarded-SSL", "on"],
  ] as const)("a client cannot claim %s: %s", async (field, { gateway, origin }) => {
    const answer = await gateway.send("/api/status", { fields: [field], plain: true });
    expect(answer.status).toBe(308);
    expect(origin.arrivals).toEqual([]);
  });

  test("nor can a client of https talk itself down", async ({ gateway }) => {
    const answer = await gateway.send("/api/status", { fields: [["X-Forwarded-Proto", "http"]] });
    expect([answer.status, answer.text]).toEqual([200, "GET /api/status"]);
  });

  test("it comes before a malformed configuration", async ({ lab }) => {
    const gateway = await lab.worker({ BACKEND_ORIGINS_JSON: "not JSON" });
    expect((await gateway.send("/api/status", { plain: true })).status).toBe(308);
  });

  test("it is a gateway's own answer", async ({ gateway }) => {
    const { fields } = await gateway.send("/", { plain: true });
    expect(["content-type", "cache-control", "x-content-type-options"].map((name) => fields.get(name))).toEqual([
      "text/plain; charset=utf-8",
      "no-store",
      "nosniff",
    ]);
  });
});

test("a Host that makes no URL is refused with 400, and reaches no origin", async ({ gateway, origin }) => {
  const before = origin.arrivals.length;
  const answer = await gateway.raw("GET /api/status HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n");
  expect([answer.status, answer.text, answer.fields.get("cache-control")]).toEqual([400, "bad request", "no-store"]);
  expect(origin.arrivals).toHaveLength(before);
});
