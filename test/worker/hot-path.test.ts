/** What a request must not cost. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createWorker } from "../../src/engine/worker.ts";
import { readSettings, VARIABLES } from "../../src/messageweave/settings.ts";
import { balance } from "../support/balance.ts";
import { fakeDeps } from "../support/fake-deps.ts";
import { answers, fails } from "../support/responses.ts";
import { ignoreDeferred } from "../support/settings.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("SAF-LB-PASSTHRU: headers are copied only when something has to go", () => {
  test("the very same object goes out, on every attempt", async () => {
    const request = new Request("https://lb.example/several", {
      method: "POST",
      body: "x",
      headers: { cookie: "a=1", connection: "keep-alive" },
    });
    const { headers } = request;
    const { deps, sendRequest } = balance(fails, { maxAttempts: 3 });
    await sendRequest(request);
    expect(deps.calls.map(({ init }) => init.headers === headers)).toEqual([true, true, true]);
  });

  test.for([
    ["an upgrade", { connection: "Upgrade", upgrade: "websocket", "x-stays": "1" }],
    ["Expect", { expect: "100-continue", "x-stays": "1" }],
    ["Proxy-Authorization", { "proxy-authorization": "Basic x", "x-stays": "1" }],
  ] as const)("with %s it is a copy without it, made once", async ([, fields]) => {
    const request = new Request("https://lb.example/several", { headers: fields });
    const { deps, sendRequest } = balance(fails, { maxAttempts: 2 });
    await sendRequest(request);
    const [first, second] = deps.calls.map(({ init }) => init.headers);
    expect([first === request.headers, first === second]).toEqual([false, true]);
    expect([...new Headers(first).keys()].filter((name) => name !== "connection")).toEqual(["x-stays"]);
  });
});

test("the configuration is parsed once, however many requests come", async () => {
  const parse = vi.spyOn(JSON, "parse");
  const worker = createWorker(VARIABLES, readSettings, fakeDeps());
  const env = { BACKEND_ORIGINS_JSON: '["https://a.example"]' };
  for (let i = 0; i < 5; i++) await worker.fetch(new Request("https://lb.example/ready"), { ...env }, { waitUntil: ignoreDeferred });
  expect(parse.mock.calls.filter(([text]) => text === env.BACKEND_ORIGINS_JSON)).toHaveLength(1);
});

test("nor is it so much as looked through, while its values are the same", async () => {
  const worker = createWorker(VARIABLES, readSettings, fakeDeps());
  const env = { BACKEND_ORIGINS_JSON: '["https://a.example"]' };
  const get = () => worker.fetch(new Request("https://lb.example/ready"), { ...env }, { waitUntil: ignoreDeferred });
  await get();
  const stringify = vi.spyOn(JSON, "stringify");
  await get();
  expect(stringify.mock.calls.filter(([value]) => Array.isArray(value))).toEqual([]);
});

test("nothing is deferred, and one timer is set, for a request that goes well", async () => {
  const deps = fakeDeps();
  const waitUntil = vi.fn();
  const worker = createWorker(VARIABLES, readSettings, deps);
  await worker.fetch(new Request("https://lb.example/ready"), { BACKEND_ORIGINS_JSON: ["https://a.example"] }, { waitUntil });
  expect([waitUntil.mock.calls.length, deps.timers.length]).toEqual([0, 1]);
});

test("a redirect is never left to the platform, and nothing but what is needed goes with the request", async () => {
  const { deps, send } = balance(answers(200));
  await send("/several");
  const { signal, headers, ...rest } = deps.calls[0]?.init ?? {};
  expect(rest).toEqual({ method: "GET", redirect: "manual" });
  expect([signal instanceof AbortSignal, headers instanceof Headers]).toEqual([true, true]);
});

test("C-NO-LONG-CONN: an upgrade arrives as an ordinary request, and no answer carries a socket", async () => {
  const { deps, send } = balance(answers(200));
  const response = await send("/several", {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-version": "13",
    },
  });
  expect(new Headers(deps.calls[0]?.init.headers).has("upgrade")).toBe(false);
  expect([response.status, response.webSocket]).toEqual([200, null]);
});
