/** `routes` shows the safelist as the engine has it. */
import { describe, expect, test } from "vitest";
import { deploymentNamed } from "../../../cli/deployments.ts";
import { asJson, inMarkdown } from "../../../cli/routes/present.ts";
import { rowsOf } from "../../../cli/routes/rows.ts";
import { duration } from "../../../cli/terminal/duration.ts";
import { safelist } from "../../../src/engine/routes.ts";
import { someSettings } from "../../support/settings.ts";

const three = JSON.stringify(["https://a.example", "https://b.example", "https://c.example"]);

function settled(name: string, env: Readonly<Record<string, unknown>> = {}) {
  const deployment = deploymentNamed(name);
  if (deployment === undefined) throw new Error(name);
  return { deployment, settings: deployment.readSettings(env) };
}

const rows = (name: string, env?: Readonly<Record<string, unknown>>) => rowsOf(settled(name, env).settings);
const attemptsAt = (path: string, env: Readonly<Record<string, unknown>>) =>
  rows("messageweave", env).find((row) => row.path === path)?.attempts;

test("the first release's gateway has its own table by itself: 16 pairs, none of them its own answer", () => {
  const pairs = rows("messageweave-v1").flatMap(({ path, methods = [] }) => methods.map((method) => `${method} ${path}`));
  expect(pairs).toHaveLength(16);
  expect(pairs).toContain("PUT /api/enabled");
  expect(pairs).not.toContain("POST /worker");
  expect(pairs).not.toContain("GET /healthz");
});

test("where every path and method is forwarded there is one row", () => {
  expect(rows("primary-replica", { REQUEST_TIMEOUT_MS: "1500" })).toMatchObject([
    { path: undefined, methods: undefined, attempts: 2, route: { timeoutMs: 1500 } },
  ]);
});

test.for([
  ["as many as there are origins", "/api/status", { LB_MAX_ATTEMPTS: "9", BACKEND_ORIGINS_JSON: three }, 3],
  ["as many as are allowed", "/api/status", { BACKEND_ORIGINS_JSON: three }, 2],
  ["one on a route that is tried once", "/worker", { BACKEND_ORIGINS_JSON: three }, 1],
  ["as many as are allowed, without origins", "/api/status", { LB_MAX_ATTEMPTS: "9" }, 9],
  ["as many as are allowed, before a malformed list", "/api/status", { LB_MAX_ATTEMPTS: "9", BACKEND_ORIGINS_JSON: "no" }, 9],
] as const)("attempts: %s", ([, path, env, attempts]) => {
  expect(attemptsAt(path, env)).toBe(attempts);
});

test("methods of one path that are forwarded differently have a row each", () => {
  const route = { timeoutMs: 1000, slowMs: undefined, attempts: "several" } as const;
  const slower = { ...route, timeoutMs: 2000 };
  const methods = new Map([["GET", route] as const, ["PUT", slower] as const, ["POST", route] as const]);
  const found = rowsOf(someSettings({ matchRoute: safelist(new Map([["/api/config", methods]])) }));
  expect(found.map((row) => [row.methods, row.route.timeoutMs])).toEqual([
    [["GET", "POST"], 1000],
    [["PUT"], 2000],
  ]);
});

describe("--markdown", () => {
  const env = { BACKEND_ORIGINS_JSON: three };

  test("the columns are aligned, and as wide as they must be", () => {
    const lines = inMarkdown(rows("messageweave", env)).split("\n");
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines.slice(0, 3)).toEqual([
      "| path                             | methods | attempts | timeout |",
      "| -------------------------------- | ------- | -------- | ------- |",
      "| `/`                              | GET     | 2        | 10 s    |",
    ]);
  });

  test("with health routing it says when an origin is slow, but not where jobs are long", () => {
    const lines = inMarkdown(rows("messageweave", { ...env, LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "800" })).split("\n");
    expect(lines[0]).toMatch(/\| slow after \|$/);
    expect(lines.find((line) => line.includes("`/ready`"))).toMatch(/\| 800 ms {5}\|$/);
    expect(lines.find((line) => line.includes("`/worker`"))).toMatch(/\| 300 s {3}\| {12}\|$/);
  });
});

test("--json: waits in milliseconds, the gateway's own path, and whether the list is unusable", () => {
  const broken = settled("messageweave", { BACKEND_ORIGINS_JSON: "no" });
  const { routes, ...others } = asJson(rowsOf(broken.settings), broken) as { readonly routes: readonly unknown[] };
  expect(others).toEqual({
    deployment: "messageweave",
    own: { path: "/healthz-worker", methods: ["GET"] },
    misconfigured: "misconfigured backends",
  });
  expect(routes[0]).toEqual({ path: "/", methods: ["GET"], attempts: 2, timeoutMs: 10_000, slowMs: null });
});

test.for([
  [250, "250 ms"],
  [999, "999 ms"],
  [1000, "1 s"],
  [2500, "2.5 s"],
  [320_000, "320 s"],
] as const)("%i ms is %s", ([ms, text]) => {
  expect(duration(ms)).toBe(text);
});
