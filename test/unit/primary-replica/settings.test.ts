import { describe, expect, test } from "vitest";
import { makeLocationPublic } from "../../../src/engine/forward/location.ts";
import { fromMemory } from "../../../src/engine/health/aggregate.ts";
import { asConfigured } from "../../../src/engine/order.ts";
import type { Settings } from "../../../src/engine/settings.ts";
import { type NumberName, readSettings, VARIABLES } from "../../../src/primary-replica/settings.ts";

const routeOf = ({ matchRoute }: Settings) => {
  const match = matchRoute("GET", "/");
  return match.kind === "route" ? match.route : expect.fail("every path is forwarded");
};

/** How long after a probe the next one is due. */
const intervalOf = ({ health }: Settings): number | undefined =>
  health.scheduler?.unchanged({ probeAt: 0, step: 0, returnedAt: 0 }, 0, false).probeAt;

/** Each number: default, highest value, and what it means. */
const NUMBERS: readonly (readonly [NumberName, number, number, (settings: Settings) => unknown])[] = [
  ["HEALTH_CHECK_INTERVAL_MS", 30_000, 2_147_483_647, intervalOf],
  ["HEALTH_CHECK_TIMEOUT_MS", 5_000, 2_147_483_647, (settings) => settings.health.probe.timeoutMs],
  ["REQUEST_TIMEOUT_MS", 30_000, 2_147_483_647, (settings) => routeOf(settings).timeoutMs],
  ["MAX_ATTEMPTS", 2, 2_147_483_647, (settings) => settings.maxAttempts],
  ["MAX_REPLAY_BYTES", 4_194_304, 33_554_432, (settings) => settings.maxReplayBytes],
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
  });

  test("it means one thing only", () => {
    const [before, after] = [readSettings({}), readSettings({ [name]: "5" })];
    expect(NUMBERS.filter(([, , , other]) => other(before) !== other(after)).map(([other]) => other)).toEqual([name]);
  });
});

describe("STATUS_PATH", () => {
  test.for([undefined, null, "", " ", "status", 5, true, {}])("%j: nowhere", (value) => {
    expect(readSettings({ STATUS_PATH: value }).health.endpoint).toBeUndefined();
  });

  test("a path: there, from memory, with names", () => {
    expect(readSettings({ STATUS_PATH: "/_lb/status" }).health.endpoint).toEqual({
      path: "/_lb/status",
      methods: ["GET", "HEAD"],
      sight: fromMemory,
      showNames: true,
    });
  });
});

test("healthy is a status from 200 to 399", () => {
  const { isUp } = readSettings({}).health.probe;
  expect(Array.from({ length: 600 }, (_, status) => status).filter(isUp)).toEqual(Array.from({ length: 200 }, (_, i) => 200 + i));
});

test("every path and method is forwarded, several times where that is safe, and none is slow", () => {
  const { matchRoute } = readSettings({});
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "X"]) {
    for (const path of ["/", "/a/b", "//a", "/healthz", "/debug/vars", "/%2e", "/healthz-worker"]) {
      expect(matchRoute(method, path)).toEqual({ kind: "route", route: { timeoutMs: 30_000, slowMs: undefined, attempts: "several" } });
    }
  }
});

test("RETRY_UNSAFE is the policy for what may be sent again", () => {
  const again = (value: unknown) => readSettings({ RETRY_UNSAFE: value }).maySendAgain("POST", "timeout");
  expect([again(undefined), again("always"), again("never")]).toEqual([false, true, false]);
});

test("the policy that no variable changes", () => {
  const { scheme, misconfiguredText, order, hedgeMs, exhausted, redirects, crossing, health } = readSettings({});
  expect([scheme, misconfiguredText, order, hedgeMs]).toEqual(["any", "misconfigured servers", asConfigured, undefined]);
  expect([exhausted.lastAnswer, exhausted.statusText, exhausted.text("timeout")]).toEqual([true, "", "All servers are unavailable"]);
  expect(redirects).toEqual({ absentPaths: [], maxHops: 0 });
  expect([crossing.observationHeader, crossing.answerHeaders, crossing.webSockets]).toEqual(["X-Served-By", makeLocationPublic, true]);
  expect(health.probe.headers).toEqual({ "user-agent": "Cloudflare-Worker-HealthCheck" });
});

describe("what the forwarded request is told", () => {
  test.for([
    ["https://www.example/a?b", "www.example", "https"],
    ["http://www.example/", "www.example", "http"],
    ["https://www.example:8443/", "www.example:8443", "https"],
  ] as const)("%s", ([url, host, proto]) => {
    const { requestHeaders } = readSettings({}).crossing;
    expect(requestHeaders?.({ url: "https://a.example", name: "primary", healthPath: "/" }, new URL(url))).toEqual({
      "X-Served-By": "primary",
      "X-Forwarded-Host": host,
      "X-Forwarded-Proto": proto,
    });
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
