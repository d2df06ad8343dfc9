import { describe, expect, test } from "vitest";
import { createWorker, type Env } from "../../../src/engine/worker.ts";
import { readSettings, VARIABLES } from "../../../src/messageweave/settings.ts";
import { fakeDeps } from "../../support/fake-deps.ts";
import { ignoreDeferred } from "../../support/settings.ts";

const CONTEXT = { waitUntil: ignoreDeferred };

/** The gateway with its settings watched. */
function watched() {
  const deps = fakeDeps();
  const read: Env[] = [];
  const worker = createWorker(
    VARIABLES,
    (env) => {
      read.push(env);
      return readSettings(env);
    },
    deps,
  );
  return { deps, read, get: (env: Env, path = "/ready") => worker.fetch(new Request(`https://lb.example${path}`), env, CONTEXT) };
}

const one = { BACKEND_ORIGINS_JSON: '["https://a.example"]' };
const other = { BACKEND_ORIGINS_JSON: '["https://b.example"]' };

describe("the settings are read once per distinct value", () => {
  test("however many requests come", async () => {
    const { read, get } = watched();
    for (let i = 0; i < 5; i++) await get(one);
    expect(read).toHaveLength(1);
  });

  test("also where the environment is another object with the same values", async () => {
    const { read, get } = watched();
    for (let i = 0; i < 5; i++) await get({ ...one });
    expect(read).toHaveLength(1);
  });

  test("also where the array was parsed anew", async () => {
    const { read, get } = watched();
    for (let i = 0; i < 5; i++) await get({ BACKEND_ORIGINS_JSON: ["https://a.example"] });
    expect(read).toHaveLength(1);
  });

  test("also where a variable changes that nobody reads", async () => {
    const { read, get } = watched();
    for (let i = 0; i < 5; i++) await get({ ...one, OTHER: String(i) });
    expect(read).toHaveLength(1);
  });

  test("not before the first request", () => {
    expect(watched().read).toHaveLength(0);
  });
});

describe("the meaning is as if they were read each time", () => {
  test.for(VARIABLES)("a change of %s is a change of settings", async (name) => {
    const { read, get } = watched();
    await get(one);
    await get({ ...one, [name]: '["https://c.example"]' });
    expect(read).toHaveLength(2);
  });

  test("a changed list is where the next request goes, and a changed one back as well", async () => {
    const { deps, get } = watched();
    for (const env of [one, other, one, other]) await get(env);
    expect(deps.urls()).toEqual([
      "https://a.example/ready",
      "https://b.example/ready",
      "https://a.example/ready",
      "https://b.example/ready",
    ]);
  });

  test("a list that turns bad, and is mended", async () => {
    const { get } = watched();
    const statuses: number[] = [];
    for (const env of [one, { BACKEND_ORIGINS_JSON: "[" }, one]) statuses.push((await get(env)).status);
    expect(statuses).toEqual([200, 503, 200]);
  });

  test("an array that was changed in place", async () => {
    const { deps, get } = watched();
    const list = ["https://a.example"];
    const env = { BACKEND_ORIGINS_JSON: list };
    await get(env);
    list[0] = "https://b.example";
    await get(env);
    expect(deps.urls()).toEqual(["https://a.example/ready", "https://b.example/ready"]);
  });

  test.for([
    ["text and the array it stands for", '["https://a.example"]', ["https://a.example"]],
    ["null and nothing", null, undefined],
    ["null and its name", null, "null"],
    ["a number and its text", 5, "5"],
  ] as const)("values that look alike are told apart: %s", async ([, first, second]) => {
    const { read, get } = watched();
    await get({ BACKEND_ORIGINS_JSON: first });
    await get({ BACKEND_ORIGINS_JSON: second });
    expect(read).toHaveLength(2);
  });
});

describe("MOD-HEALTH-AGG: each environment keeps its memory of health", () => {
  test("two that take turns", async () => {
    const { deps, get } = watched();
    for (const env of [one, other, one, other, one, other]) await get(env, "/healthz-worker");
    expect(deps.urls()).toEqual(["https://a.example/healthz", "https://b.example/healthz"]);
  });

  test("what is remembered is bounded: many environments push the first one out", async () => {
    const { deps, get } = watched();
    await get(one, "/healthz-worker");
    for (let i = 0; i < 50; i++) await get({ ...one, LB_VERSION: String(i) });
    await get(one, "/healthz-worker");
    expect(deps.urls().filter((url) => url.endsWith("/healthz"))).toHaveLength(2);
  });
});

describe("a bad configuration is an answer, never a crash", () => {
  test.for([
    undefined,
    null,
    "",
    " ",
    "x",
    "[",
    "{}",
    "[]",
    "[1]",
    "[null]",
    '["http://a.example"]',
    '[{"url":"https://a.example"}]',
    5,
    true,
    {},
    [],
    [{}],
    [undefined],
    Number.NaN,
  ])("%j", async (value) => {
    const { get } = watched();
    const response = await get({ BACKEND_ORIGINS_JSON: value });
    expect([response.status, await response.text()]).toEqual([503, "misconfigured backends"]);
  });

  test("and creating a worker reads nothing at all", () => {
    expect(() => createWorker(VARIABLES, () => expect.fail("read too early"))).not.toThrow();
  });
});
