import { describe, expect, test } from "vitest";
import { createWorker } from "../../../src/engine/worker.ts";
import { readSettings, VARIABLES } from "../../../src/messageweave/settings.ts";
import { readV1Settings } from "../../../src/messageweave/v1.ts";
import { fakeDeps } from "../../support/fake-deps.ts";
import { ignoreDeferred } from "../../support/settings.ts";

/** The contract of the first release, written out a second time on purpose. */
const PAIRS: readonly (readonly [method: string, path: string])[] = [
  ["GET", "/api/status"],
  ["POST", "/api/admin/session"],
  ["POST", "/api/admin/session/revoke"],
  ["GET", "/api/enabled"],
  ["PUT", "/api/enabled"],
  ["GET", "/api/config"],
  ["PUT", "/api/config"],
  ["GET", "/api/business-config"],
  ["PUT", "/api/business-config"],
  ["POST", "/api/business-config/preflight"],
  ["POST", "/webhook/tg"],
  ["POST", "/push/jmap"],
  ["POST", "/api/push/register"],
  ["POST", "/api/push/disable"],
  ["POST", "/reconcile"],
  ["GET", "/ready"],
];
const ENV = { BACKEND_ORIGINS_JSON: '["https://a.example","https://b.example"]', LB_VERSION: "1" };

function gateway() {
  const deps = fakeDeps();
  const worker = createWorker(VARIABLES, readV1Settings, deps);
  return {
    deps,
    send: (method: string, path: string, env: Readonly<Record<string, unknown>> = ENV) =>
      worker.fetch(new Request(`https://lb.example${path}`, { method }), env, { waitUntil: ignoreDeferred }),
  };
}

describe("ARCH-LB-WORKER: the first release forwards 16 pairs of method and path", () => {
  test("sixteen", () => {
    expect(new Set(PAIRS.map((pair) => pair.join(" "))).size).toBe(16);
  });

  test.for(PAIRS)("%s %s", async ([method, path]) => {
    const { deps, send } = gateway();
    expect([(await send(method, path)).status, deps.urls()]).toEqual([200, [`https://a.example${path}`]]);
  });

  test("and no other of today's", () => {
    const { matchRoute } = readV1Settings(ENV);
    const today = readSettings(ENV);
    const paths = ["/", "/assets/config.js", "/assets/styles.css", "/api/telegram/register-webhook", "/worker", "/healthz"];
    for (const path of [...paths, "/healthz-worker", "/api/bootstrap", "/debug/"]) {
      expect([path, matchRoute("GET", path)]).toEqual([path, { kind: "unknown-path" }]);
    }
    expect(paths.map((path) => today.matchRoute("GET", path).kind)).not.toContain("unknown-path");
  });

  test.for(PAIRS)("what else %s %s allows is what the pairs say", async ([, path]) => {
    const allow = PAIRS.filter(([, other]) => other === path).map(([method]) => method);
    const response = await gateway().send("DELETE", path);
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow.join(", ")]);
  });
});

describe("MOD-HEALTH-AGG: its aggregate is at /healthz", () => {
  test("as the default gateway's is at /healthz-worker", async () => {
    const { deps, send } = gateway();
    const response = await send("GET", "/healthz");
    expect([response.status, await response.text()]).toEqual([
      200,
      '{"status":"ok","version":"1","available":2,"total":2,"backends":[' +
        '{"origin":"https://a.example","up":true,"status":200},{"origin":"https://b.example","up":true,"status":200}]}',
    ]);
    expect(deps.urls()).toEqual(["https://a.example/healthz", "https://b.example/healthz"]);
  });

  test.for(["POST", "HEAD", "OPTIONS"])("%s is refused", async (method) => {
    const { deps, send } = gateway();
    const response = await send(method, "/healthz");
    expect([response.status, response.headers.get("allow"), deps.calls]).toEqual([405, "GET", []]);
  });

  test("without origins it says so, and everything else is misconfigured", async () => {
    const { send } = gateway();
    expect(await (await send("GET", "/healthz", {})).json()).toMatchObject({ status: "no-backends", total: 0 });
    expect((await send("GET", "/ready", {})).status).toBe(503);
  });

  test.for(["/healthz-worker", "/worker"])("there is no %s", async (path) => {
    for (const method of ["GET", "POST"]) {
      const { deps, send } = gateway();
      const response = await send(method, path);
      expect([response.status, await response.text(), deps.calls]).toEqual([404, `route not forwarded: ${path}`, []]);
    }
  });
});

test("only /reconcile is a single-attempt route", () => {
  const { matchRoute } = readV1Settings(ENV);
  const single = PAIRS.filter(([method, path]) => {
    const match = matchRoute(method, path);
    return match.kind === "route" && match.route.attempts === "one";
  });
  expect(single).toEqual([["POST", "/reconcile"]]);
});

test.for([
  {},
  { ...ENV, LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "300", LB_HEDGE_MS: "100" },
  { ...ENV, LB_REQUEST_TIMEOUT_MS: "5", LB_MAX_ATTEMPTS: "7", LB_RECONCILE_TIMEOUT_MS: "9", LB_MAX_REPLAY_BYTES: "11" },
])("all the rest is as the default gateway has it: %j", (env) => {
  /** Functions made anew each time are compared by what they are for elsewhere. */
  const plain = (settings: unknown): unknown =>
    JSON.parse(JSON.stringify(settings, (_, value: unknown) => (typeof value === "function" ? "function" : value)));
  const [v1, today] = [readV1Settings(env), readSettings(env)];
  expect(plain({ ...v1, health: { ...v1.health, endpoint: today.health.endpoint } })).toEqual(plain(today));
  for (const [method, path] of PAIRS) expect(v1.matchRoute(method, path)).toEqual(today.matchRoute(method, path));
});
