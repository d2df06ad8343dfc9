import { describe, expect, test } from "vitest";
import { fromProbes } from "../../../src/engine/health/aggregate.ts";
import type { Route } from "../../../src/engine/model.ts";
import { roundFrom } from "../../../src/engine/order.ts";
import type { Settings } from "../../../src/engine/settings.ts";
import { type NumberName, readSettings, VARIABLES } from "../../../src/messageweave/settings.ts";

const routeOf = (settings: Settings, method: string, path: string): Route | undefined => {
  const match = settings.matchRoute(method, path);
  return match.kind === "route" ? match.route : undefined;
};

/** With routing on, which some numbers are for. */
const ROUTING = { LB_HEALTH_ROUTING: "on" };

/** Each number: default, highest value, and what it means. */
const NUMBERS: readonly (readonly [NumberName, number, number, (settings: Settings) => unknown])[] = [
  ["LB_REQUEST_TIMEOUT_MS", 10_000, 2_147_483_647, (settings) => routeOf(settings, "GET", "/ready")?.timeoutMs],
  ["LB_REQUEST_TIMEOUT_MS", 10_000, 2_147_483_647, (settings) => settings.health.probe.timeoutMs],
  ["LB_MAX_ATTEMPTS", 2, 2_147_483_647, (settings) => settings.maxAttempts],
  ["LB_RECONCILE_TIMEOUT_MS", 320_000, 2_147_483_647, (settings) => routeOf(settings, "POST", "/reconcile")?.timeoutMs],
  ["LB_WORKER_TIMEOUT_MS", 300_000, 2_147_483_647, (settings) => routeOf(settings, "POST", "/worker")?.timeoutMs],
  ["LB_HEALTH_TTL_MS", 30_000, 2_147_483_647, (settings) => settings.health.ttlMs],
  ["LB_MAX_REPLAY_BYTES", 4_194_304, 33_554_432, (settings) => settings.maxReplayBytes],
  ["LB_SLOW_MS", 2_500, 2_147_483_647, (settings) => routeOf(settings, "GET", "/ready")?.slowMs],
];

describe.for(NUMBERS)("%s", ([name, fallback, max, read]) => {
  test("unset, the default holds", () => {
    expect(read(readSettings(ROUTING))).toBe(fallback);
  });

  test.for(["0", "-1", "0.9", "abc", "", "1e400", "Infinity", null, {}])("as %j, the default holds", (value) => {
    expect(read(readSettings({ ...ROUTING, [name]: value }))).toBe(fallback);
  });

  test.for([
    ["3", 3],
    ["3.99", 3],
    [7, 7],
  ] as const)("as %j it is %i", ([value, expected]) => {
    expect(read(readSettings({ ...ROUTING, [name]: value }))).toBe(expected);
  });

  test("beyond its limit it is held there", () => {
    expect(read(readSettings({ ...ROUTING, [name]: String(max + 1) }))).toBe(max);
    expect(read(readSettings({ ...ROUTING, [name]: String(max) }))).toBe(max);
  });
});

test("each number means one thing only", () => {
  const before = readSettings(ROUTING);
  for (const [name] of NUMBERS) {
    const after = readSettings({ ...ROUTING, [name]: "5" });
    const changed = NUMBERS.filter(([, , , read]) => read(before) !== read(after)).map(([other]) => other);
    expect(new Set(changed)).toEqual(new Set([name]));
  }
});

const ALL = Array.from({ length: 600 }, (_, status) => status);

test("MOD-HEALTH-AGG: up is a status below 500", () => {
  const { isUp } = readSettings({}).health.probe;
  expect(ALL.filter((status) => !isUp(status))).toEqual(ALL.filter((status) => status >= 500));
});

describe("LB_HEALTH_ROUTING switches section 2 on, and nothing but `on` does", () => {
  test.for(["on", "ON", " On "])("%j: on", (value) => {
    const settings = readSettings({ LB_HEALTH_ROUTING: value });
    expect(settings.health.scheduler).toBeDefined();
    expect(routeOf(settings, "GET", "/ready")?.slowMs).toBe(2_500);
  });

  test.for([undefined, null, "", "off", "true", "1", "yes", "one", true, 1, {}, ["on"]])("%j: off", (value) => {
    const settings = readSettings({ LB_HEALTH_ROUTING: value, LB_SLOW_MS: "300" });
    expect(settings.health.scheduler).toBeUndefined();
    expect(routeOf(settings, "GET", "/ready")?.slowMs).toBeUndefined();
  });

  test.for(["/reconcile", "/worker"])("a job is long by nature, never slow: %s", (path) => {
    expect(routeOf(readSettings({ ...ROUTING, LB_SLOW_MS: "1" }), "POST", path)?.slowMs).toBeUndefined();
  });
});

describe("LB_HEDGE_MS", () => {
  test.for([undefined, null, "", "0", "-5", "abc", "off", "Infinity", {}])("%j: never", (value) => {
    expect(readSettings({ LB_HEDGE_MS: value }).hedgeMs).toBeUndefined();
  });

  test.for([
    ["100", 100],
    ["99.9", 99],
    [250, 250],
    ["1e300", 2_147_483_647],
  ] as const)("%j: after %i ms, with routing on or off", ([value, expected]) => {
    for (const routing of ["on", "off"]) {
      expect(readSettings({ LB_HEDGE_MS: value, LB_HEALTH_ROUTING: routing }).hedgeMs).toBe(expected);
    }
  });
});

describe("LB_VERSION", () => {
  test.for([
    [undefined, "unknown"],
    ["", "unknown"],
    ["  ", "unknown"],
    [null, "unknown"],
    [{}, "unknown"],
    ["1.2.3", "1.2.3"],
    ["2026-09-30 a", "2026-09-30 a"],
    [5, "5"],
  ] as const)("%j shows as %s", ([value, version]) => {
    expect(readSettings({ LB_VERSION: value }).health.version).toBe(version);
  });
});

test("BACKEND_ORIGINS_JSON is the list of origins", () => {
  expect(readSettings({ BACKEND_ORIGINS_JSON: '["https://a.example/"]' }).origins).toEqual({
    kind: "configured",
    origins: [{ url: "https://a.example", name: "https://a.example", healthPath: "/healthz" }],
  });
});

test("what is read of the environment is exactly what is declared as read", () => {
  const read = new Set<PropertyKey>();
  readSettings(
    new Proxy(
      {},
      {
        get: (_, name) => {
          read.add(name);
          return name === "LB_HEALTH_ROUTING" ? "on" : undefined;
        },
      },
    ),
  );
  expect([...read].sort()).toEqual([...VARIABLES].sort());
});

test("NFR-HA-MULTI-INSTANCE: a failed attempt is a status of 500 and up, or one below 200", () => {
  const { isFailureStatus } = readSettings({});
  const failing = Array.from({ length: 1_000 }, (_, status) => status).filter(isFailureStatus);
  expect(failing).toEqual([...Array.from({ length: 200 }, (_, i) => i), ...Array.from({ length: 500 }, (_, i) => 500 + i)]);
});

test("the policy that no variable changes", () => {
  const { scheme, redirects, crossing, exhausted, misconfiguredText, order, health, maySendAgain } = readSettings({});
  expect([scheme, misconfiguredText, order]).toEqual(["https-only", "misconfigured backends", roundFrom]);
  expect(crossing).toEqual({ observationHeader: "x-lb-backend", requestHeaders: undefined, answerHeaders: undefined, webSockets: false });
  expect(redirects).toEqual({ absentPaths: ["/api/bootstrap", "/debug/"], maxHops: 5 });
  expect(health.endpoint).toEqual({ path: "/healthz-worker", methods: ["GET"], sight: fromProbes, showNames: false });
  expect(health.probe.headers).toEqual({});
  expect([exhausted.lastAnswer, exhausted.statusText, exhausted.text("status 502")]).toEqual([
    false,
    "All Backends Unavailable",
    "all backends failed: status 502",
  ]);
  expect(["GET", "POST", "PUT"].map((method) => maySendAgain(method, "timeout"))).toEqual([true, true, true]);
});
