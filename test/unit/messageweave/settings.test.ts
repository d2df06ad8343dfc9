import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/engine/model.ts";
import { type NumberName, readSettings, VARIABLES } from "../../../src/messageweave/settings.ts";

const timeoutOf = (settings: Settings, path: string): number | undefined =>
  [...(settings.routes.get(path)?.values() ?? [])].map(({ timeoutMs }) => timeoutMs)[0];

/** Each number: default, highest value, and what it means. */
const NUMBERS: readonly (readonly [NumberName, number, number, (settings: Settings) => unknown])[] = [
  ["LB_REQUEST_TIMEOUT_MS", 10_000, 2_147_483_647, (settings) => timeoutOf(settings, "/ready")],
  ["LB_REQUEST_TIMEOUT_MS", 10_000, 2_147_483_647, (settings) => settings.health.timeoutMs],
  ["LB_MAX_ATTEMPTS", 2, 2_147_483_647, (settings) => settings.maxAttempts],
  ["LB_RECONCILE_TIMEOUT_MS", 320_000, 2_147_483_647, (settings) => timeoutOf(settings, "/reconcile")],
  ["LB_WORKER_TIMEOUT_MS", 300_000, 2_147_483_647, (settings) => timeoutOf(settings, "/worker")],
  ["LB_HEALTH_TTL_MS", 30_000, 2_147_483_647, (settings) => settings.health.ttlMs],
  ["LB_MAX_REPLAY_BYTES", 4_194_304, 33_554_432, (settings) => settings.maxReplayBytes],
];

describe.for(NUMBERS)("%s", ([name, fallback, max, read]) => {
  test("unset, the default holds", () => {
    expect(read(readSettings({}))).toBe(fallback);
  });

  test.for(["0", "-1", "0.9", "abc", "", "1e400", "Infinity", null, {}])("as %j, the default holds", (value) => {
    expect(read(readSettings({ [name]: value }))).toBe(fallback);
  });

  test.for([
    ["3", 3],
    ["3.99", 3],
    [7, 7],
  ] as const)("as %j it is %i", ([value, expected]) => {
    expect(read(readSettings({ [name]: value }))).toBe(expected);
  });

  test("beyond its limit it is held there", () => {
    expect(read(readSettings({ [name]: String(max + 1) }))).toBe(max);
    expect(read(readSettings({ [name]: String(max) }))).toBe(max);
  });
});

test("each number means one thing only", () => {
  const before = readSettings({});
  for (const [name] of NUMBERS) {
    const after = readSettings({ [name]: "5" });
    const changed = NUMBERS.filter(([, , , read]) => read(before) !== read(after)).map(([other]) => other);
    expect(new Set(changed)).toEqual(new Set([name]));
  }
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
    origins: [{ url: "https://a.example" }],
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
          return undefined;
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
  const { scheme, redirects, observationHeader, misconfiguredText, health } = readSettings({});
  expect([scheme, observationHeader, misconfiguredText]).toEqual(["https-only", "x-lb-backend", "misconfigured backends"]);
  expect(redirects).toEqual({ absentPaths: ["/api/bootstrap", "/debug/"], maxHops: 5 });
  expect([health.endpointPath, health.probePath]).toEqual(["/healthz-worker", "/healthz"]);
});
