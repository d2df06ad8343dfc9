import { describe, expect, test } from "vitest";
import { createWorker, type Env } from "../../src/engine/worker.ts";
import { readSettings, VARIABLES } from "../../src/messageweave/settings.ts";
import { balance, seen } from "../support/balance.ts";
import { fakeDeps } from "../support/fake-deps.ts";
import { ignoreDeferred } from "../support/settings.ts";

const GOOD = { BACKEND_ORIGINS_JSON: '["https://a.example","https://b.example"]' };
const BAD = { BACKEND_ORIGINS_JSON: '["https://a.example", {"url":"https://user:secret@b.example"}]' };

/** The whole gateway. */
function gateway() {
  const deps = fakeDeps();
  const worker = createWorker(VARIABLES, readSettings, deps);
  return {
    deps,
    send: (url: string, env: Env, init?: RequestInit) => worker.fetch(new Request(url, init), env, { waitUntil: ignoreDeferred }),
  };
}

describe("C-HTTPS-INBOUND: plain http is sent to https before anything else", () => {
  test.for(
    [GOOD, BAD, {}].flatMap((env) =>
      [
        ["GET", "/api/status?q=1"],
        ["POST", "/webhook/tg"],
        ["DELETE", "/unknown/path?"],
        ["GET", "/healthz-worker"],
        ["POST", "/debug/vars"],
      ].map(([method, target]) => [JSON.stringify(env), method, target, env] as const),
    ),
  )("%s %s %s", async ([, method, target, env]) => {
    const { deps, send } = gateway();
    const response = await send(`http://lb.example:8788${target}`, env, {
      method: method ?? "",
      headers: { "x-forwarded-proto": "https" },
    });
    expect([response.status, response.headers.get("location")]).toEqual([308, `https://lb.example:8788${target}`]);
    expect(deps.calls).toEqual([]);
  });

  test("a deployment that takes any scheme serves http like https", async () => {
    const { deps, sendRequest } = balance(() => new Response("ok"), { scheme: "any" });
    expect(await seen(await sendRequest(new Request("http://lb.example/several")))).toEqual([200, "ok"]);
    expect(deps.urls()).toEqual(["https://a.example/several"]);
  });

  test("no header of a client turns an https request away", async () => {
    const { send } = gateway();
    const headers = { "x-forwarded-proto": "http", "cf-visitor": '{"scheme":"http"}', forwarded: "proto=http" };
    expect((await send("https://lb.example/ready", GOOD, { headers })).status).toBe(200);
  });
});

describe("a malformed configuration comes next: 503 on every request, and no part of it is shown", () => {
  test.for([
    ["GET", "/api/status"],
    ["GET", "/healthz-worker"],
    ["POST", "/healthz-worker"],
    ["GET", "/unknown"],
    ["DELETE", "/api/status"],
    ["POST", "/webhook/tg"],
  ] as const)("%s %s", async ([method, path]) => {
    const { deps, send } = gateway();
    expect(await seen(await send(`https://lb.example${path}`, BAD, { method }))).toEqual([503, "misconfigured backends"]);
    expect([deps.calls, deps.lines()]).toEqual([[], []]);
  });
});

describe("with no origins at all", () => {
  test.for([{}, { BACKEND_ORIGINS_JSON: "" }, { BACKEND_ORIGINS_JSON: " " }, { BACKEND_ORIGINS_JSON: "[]" }, { BACKEND_ORIGINS_JSON: [] }])(
    "%j: only the gateway's own endpoint answers",
    async (env: Env) => {
      const { send } = gateway();
      expect(await seen(await send("https://lb.example/healthz-worker", env))).toEqual([
        200,
        '{"status":"no-backends","version":"unknown","available":0,"total":0,"backends":[]}',
      ]);
      for (const path of ["/ready", "/healthz", "/unknown"]) {
        expect(await seen(await send(`https://lb.example${path}`, env))).toEqual([503, "misconfigured backends"]);
      }
    },
  );
});

describe("MOD-HEALTH-AGG: the gateway's own endpoint comes before the safelist", () => {
  test.for(["POST", "PUT", "HEAD", "OPTIONS", "DELETE"])("%s is refused", async (method) => {
    const { deps, send } = gateway();
    const response = await send("https://lb.example/healthz-worker", GOOD, { method });
    expect([response.status, response.headers.get("allow"), deps.calls.length]).toEqual([405, "GET", 0]);
  });

  test("with a query it is the same endpoint", async () => {
    const { deps, send } = gateway();
    const response = await send("https://lb.example/healthz-worker?x=1", { ...GOOD, LB_VERSION: "7" });
    expect(await response.json()).toMatchObject({ status: "ok", version: "7", available: 2, total: 2 });
    expect(deps.urls()).toEqual(["https://a.example/healthz", "https://b.example/healthz"]);
  });

  test("ARCH-READY-BASELINE: /healthz and /ready are the backend's own answers, and no probe is sent for them", async () => {
    for (const path of ["/healthz", "/ready"]) {
      const { deps, send } = gateway();
      expect(await seen(await send(`https://lb.example${path}?deep=1`, GOOD))).toEqual([200, "ok"]);
      expect(deps.urls()).toEqual([`https://a.example${path}?deep=1`]);
    }
  });
});

describe("C-LB-SINGLE-REG-URL, ARCH-LB-WORKER: what is not on the safelist reaches no origin", () => {
  test.for([
    ["/unknown", "/unknown"],
    ["/unknown?token=secret", "/unknown"],
    ["/debug/vars", "/debug/vars"],
    ["/api/bootstrap", "/api/bootstrap"],
    ["/api/status/", "/api/status/"],
    ["/API/status", "/API/status"],
    ["/api/%73tatus", "/api/%73tatus"],
    ["//api/status", "//api/status"],
    ["/api/x/../../etc", "/etc"],
  ] as const)("%s: 404", async ([target, path]) => {
    const { deps, send } = gateway();
    expect(await seen(await send(`https://lb.example${target}`, GOOD, { method: "POST" }))).toEqual([404, `route not forwarded: ${path}`]);
    expect([deps.calls, deps.lines()]).toEqual([[], []]);
  });

  test.for([
    ["POST", "/", "GET"],
    ["HEAD", "/", "GET"],
    ["OPTIONS", "/api/config", "GET, PUT"],
    ["GET", "/webhook/tg", "POST"],
    ["DELETE", "/api/enabled", "GET, PUT"],
  ] as const)("%s %s: 405, Allow: %s", async ([method, path, allow]) => {
    const { deps, send } = gateway();
    const response = await send(`https://lb.example${path}?token=secret`, GOOD, { method });
    expect([response.status, response.headers.get("allow"), deps.calls.length]).toEqual([405, allow, 0]);
    expect(await response.text()).toBe(`method not allowed for ${path}`);
  });
});

describe("SAF-LB-PASSTHRU: the string that matched is the string that is forwarded", () => {
  test.for([
    ["/ready", "/ready"],
    ["/ready?", "/ready?"],
    ["/ready?a=1&a=2&b=%20+%2B", "/ready?a=1&a=2&b=%20+%2B"],
    ["/ready??", "/ready??"],
    ["/ready?u=https://x/?y", "/ready?u=https://x/?y"],
    ["/x/../ready", "/ready"],
    ["/x/%2e%2e/ready", "/ready"],
  ] as const)("%s goes out as %s", async ([target, sent]) => {
    const { deps, send } = gateway();
    await send(`https://lb.example${target}`, GOOD);
    expect(deps.urls()).toEqual([`https://a.example${sent}`]);
  });
});
