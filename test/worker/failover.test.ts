import { describe, expect, test } from "vitest";
import { balance, seen } from "../support/balance.ts";
import { answers, connectionLost, fails, hang, inTurn, oddResponse, watchedBody } from "../support/responses.ts";
import { A, B, C, configured } from "../support/settings.ts";

describe("NFR-HA-MULTI-INSTANCE: attempts are bounded, and each goes to another origin", () => {
  const [a, b, c] = [`${A.url}/several`, `${B.url}/several`, `${C.url}/several`];
  test.for([
    [1, 0, [a]],
    [2, 0, [a, b]],
    [3, 0, [a, b, c]],
    [9, 0, [a, b, c]],
    [2, 0.34, [b, c]],
    [2, 0.99, [c, a]],
    [3, 0.67, [c, a, b]],
    [1, 0.99, [a]],
  ] as const)("at most %i, chance %d", async ([maxAttempts, chance, urls]) => {
    const { deps, send } = balance(fails, { maxAttempts }, () => chance);
    expect(await seen(await send("/several"))).toEqual([503, "nothing left: network"]);
    expect(deps.urls()).toEqual(urls);
  });

  test("a single-attempt route asks the first origin, once, and takes no chance", async () => {
    const { deps, send } = balance(fails, { maxAttempts: 3 }, () => expect.fail("no chance is to be taken"));
    expect((await send("/one", { method: "POST" })).status).toBe(503);
    expect(deps.urls()).toEqual([`${A.url}/one`]);
  });

  test("one origin is asked once", async () => {
    const { deps, send } = balance(fails, { origins: configured(B), maxAttempts: 5 });
    await send("/several");
    expect(deps.urls()).toEqual([b]);
  });

  test("an answer ends it", async () => {
    const { deps, send, failures } = balance(inTurn(fails, answers(201)), { maxAttempts: 3 });
    expect(await seen(await send("/several"))).toEqual([201, "status 201"]);
    expect([deps.calls.length, failures()]).toEqual([2, ["network"]]);
  });
});

describe("a status is judged by the settings alone", () => {
  test.for([200, 204, 206, 301, 304, 400, 401, 404, 409, 418, 429, 499])("%i is an answer", async (status) => {
    const { deps, send } = balance(answers(status, {}, null));
    expect((await send("/several")).status).toBe(status);
    expect([deps.calls.length, deps.lines()]).toEqual([1, []]);
  });

  test.for([500, 501, 502, 503, 504, 520, 530, 599])("%i fails, and the next origin is asked", async (status) => {
    const { send, failures } = balance(inTurn(answers(status), answers(200)));
    expect((await send("/several")).status).toBe(200);
    expect(failures()).toEqual([`status ${status}`]);
  });

  test.for([100, 103, 199])("an interim %i that is taken for the final answer is none: network", async (status) => {
    const { send, failures } = balance(inTurn(() => oddResponse(status), answers(200)));
    expect((await send("/several")).status).toBe(200);
    expect(failures()).toEqual(["network"]);
  });

  test("a status beyond 599 fails as well", async () => {
    const { send, failures } = balance(inTurn(() => oddResponse(999), answers(200)));
    expect((await send("/several")).status).toBe(200);
    expect(failures()).toEqual(["status 999"]);
  });

  test("another deployment may take others for failures", async () => {
    const { send, failures } = balance(inTurn(answers(404), answers(500)), { isFailureStatus: (status) => status === 404 });
    expect((await send("/several")).status).toBe(500);
    expect(failures()).toEqual(["status 404"]);
  });
});

/** What `fetch` may throw, the class it has, and whether another origin is asked. */
const THROWN: readonly (readonly [string, unknown, string, number])[] = [
  ["workerd, refused or reset", connectionLost(), "network", 2],
  ["workerd, TLS or DNS", new Error("internal error; reference = abc123"), "network", 2],
  ["Node, refused", new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") }), "network", 2],
  ["retryable", Object.assign(new Error("x"), { retryable: true }), "network", 2],
  ["an abort", new DOMException("The operation was aborted", "AbortError"), "timeout", 2],
  ["a timeout", new DOMException("The operation timed out", "TimeoutError"), "timeout", 2],
  ["a TypeError", new TypeError("Can't modify immutable headers."), "internal", 1],
  ["a RangeError", new RangeError("x"), "internal", 1],
  ["an invalid URL", new TypeError("Invalid URL: https://a.example/?token=secret"), "internal", 1],
  ["too many redirects", new TypeError("Too many redirects; https://a.example/?token=secret"), "internal", 1],
  ["a text", "fetch failed?token=secret", "internal", 1],
  ["nothing", undefined, "internal", 1],
  ["null", null, "internal", 1],
];

describe("NFR-HA-MULTI-INSTANCE: what fetch throws moves on or fails fast", () => {
  test.for(THROWN)("%s", async ([, error, failure, attempts]) => {
    const { deps, send, failures } = balance(() => {
      throw error;
    });
    const response = await send("/several?token=secret");
    expect(response.statusText).toBe("Nothing Left");
    expect(await seen(response)).toEqual([503, `nothing left: ${failure}`]);
    expect([deps.calls.length, failures()]).toEqual([attempts, Array.from({ length: attempts }, () => failure)]);
    expect(JSON.stringify(deps.lines())).not.toMatch(/secret|token/);
  });

  test("the 503 tells the last failure", async () => {
    const { send, deps, failures } = balance(inTurn(answers(502), hang));
    const response = send("/several");
    await deps.advance(700);
    expect(await seen(await response)).toEqual([503, "nothing left: timeout"]);
    expect(failures()).toEqual(["status 502", "timeout"]);
  });
});

describe("before the next attempt starts, the failed one is released", () => {
  test("the body of a failed answer is cancelled, and never read", async () => {
    const body = watchedBody();
    const { send } = balance(
      inTurn(
        () => new Response(body.stream, { status: 500 }),
        () => new Response(body.state()),
      ),
    );
    expect(await seen(await send("/several"))).toEqual([200, "cancelled"]);
  });

  test("so is the last one's", async () => {
    const body = watchedBody();
    const { send } = balance(() => new Response(body.stream, { status: 500 }), { maxAttempts: 1 });
    expect((await send("/several")).status).toBe(503);
    expect(body.state()).toBe("cancelled");
  });

  test("an attempt that timed out is aborted", async () => {
    const { send, deps } = balance(inTurn(hang, () => new Response(String(deps.calls[0]?.init.signal?.aborted))));
    const response = send("/several");
    await deps.advance(700);
    expect(await seen(await response)).toEqual([200, "true"]);
  });

  test("a body that cannot be cancelled holds nothing up", async () => {
    const stubborn = () =>
      new ReadableStream({
        cancel: () => Promise.reject(new Error("stubborn")),
      });
    const { send } = balance(inTurn(() => new Response(stubborn(), { status: 500 }), answers(200)));
    expect((await send("/several")).status).toBe(200);
  });

  test("nor does one whose cancelling never ends", async () => {
    const endless = () => new ReadableStream({ cancel: () => new Promise(() => undefined) });
    const { send } = balance(inTurn(() => new Response(endless(), { status: 500 }), answers(200)));
    expect((await send("/several")).status).toBe(200);
  });
});

describe("a client that is gone", () => {
  test("no further attempt starts for it", async () => {
    const client = new AbortController();
    const { deps, sendRequest } = balance((call, index) => {
      client.abort();
      return fails(call, index);
    });
    await sendRequest(new Request("https://lb.example/several", { signal: client.signal }));
    expect(deps.calls).toHaveLength(1);
  });

  test("one that stays is served by the next origin", async () => {
    const { deps, sendRequest } = balance(inTurn(fails, answers(200)));
    const response = await sendRequest(new Request("https://lb.example/several", { signal: new AbortController().signal }));
    expect([response.status, deps.calls.length]).toEqual([200, 2]);
  });

  test("its platform may provide no signal", async () => {
    const { deps, sendRequest } = balance(inTurn(fails, answers(200)));
    const request = new Request("https://lb.example/several");
    Object.defineProperty(request, "signal", { value: undefined });
    expect([(await sendRequest(request)).status, deps.calls.length]).toEqual([200, 2]);
  });
});

describe("SAF-LOG-PURITY: what is logged of a request", () => {
  test("nothing, when it is healthy", async () => {
    const { deps, send } = balance(answers(200));
    await send("/several?token=secret", { headers: { authorization: "secret" } });
    expect(deps.lines()).toEqual([]);
  });

  test("each failed attempt, then the 503", async () => {
    const { deps, send } = balance(inTurn(fails, answers(502, { "set-cookie": "secret" }, "secret")));
    await send("/several?token=secret", { method: "POST", headers: { authorization: "secret" }, body: "secret" });
    const request = { method: "POST", path: "/several" };
    expect(deps.lines()).toEqual([
      ["warn", { event: "attempt-failed", ...request, origin: A.url, failure: "network" }],
      ["warn", { event: "attempt-failed", ...request, origin: B.url, failure: "status 502" }],
      ["error", { event: "all-failed", ...request, failure: "status 502" }],
    ]);
  });

  test("one line only, when the next origin answered", async () => {
    const { deps, send } = balance(inTurn(fails, answers(200)));
    await send("/several");
    expect(deps.lines().map(([level]) => level)).toEqual(["warn"]);
  });
});
