import { describe, expect, test } from "vitest";
import { probe } from "../../../../src/engine/health/probe.ts";
import { fakeDeps, type Script } from "../../../support/fake-deps.ts";
import { answers, connectionLost, hang, inTurn, redirectTo, watchedBody } from "../../../support/responses.ts";
import { A, B } from "../../../support/settings.ts";

const HEALTH = { headers: { "user-agent": "a-probe" }, timeoutMs: 400, isUp: (status: number) => status < 500 };
const REDIRECTS = { absentPaths: ["/hidden"], maxHops: 3 };
/** Whatever becomes of the redirects of a client. */
const PROBE_HOPS = 5;

function ask(script: Script) {
  const deps = fakeDeps(script);
  return { deps, verdict: probe(A, HEALTH, REDIRECTS, deps) };
}

describe("MOD-HEALTH-AGG: up is a status below 500", () => {
  test.for([
    [200, true],
    [204, true],
    [304, true],
    [401, true],
    [404, true],
    [499, true],
    [500, false],
    [503, false],
    [599, false],
  ] as const)("%i: up is %s", async ([status, up]) => {
    expect(await ask(answers(status, {}, null)).verdict).toEqual(up ? { up, status } : { up, status, failure: `status ${status}` });
  });
});

describe("MOD-HEALTH-AGG: no answer is down, without a status", () => {
  test.for([
    ["a transport failure", connectionLost(), "network"],
    ["a fault of ours", new TypeError("x"), "internal"],
    ["something that is no error", "x", "internal"],
  ] as const)("%s", async ([, error, failure]) => {
    const { verdict } = ask(() => {
      throw error;
    });
    expect(await verdict).toEqual({ up: false, status: null, failure });
  });

  test("silence, as long as the timeout and no longer", async () => {
    const { deps, verdict } = ask(hang);
    expect(deps.timers.map(({ ms }) => ms)).toEqual([400]);
    await deps.advance(400);
    expect(await verdict).toEqual({ up: false, status: null, failure: "timeout" });
  });

  test("redirects without an end", async () => {
    const { deps, verdict } = ask(() => redirectTo("/alive"));
    expect(await verdict).toEqual({ up: false, status: null, failure: "redirect loop" });
    expect(deps.calls).toHaveLength(PROBE_HOPS + 1);
  });
});

test("it asks the health path, uncached, with no body and no headers but the settings' own", async () => {
  const { deps, verdict } = ask(answers(200));
  await verdict;
  const { url, init } = deps.calls[0] ?? expect.fail("nothing was asked");
  expect(url).toBe("https://a.example/alive");
  const { signal: _, ...asked } = init;
  expect(asked).toEqual({ method: "GET", redirect: "manual", cache: "no-store", headers: HEALTH.headers });
});

test("a redirect on the origin itself is followed", async () => {
  const { deps, verdict } = ask(inTurn(() => redirectTo("/other"), answers(503)));
  expect(await verdict).toEqual({ up: false, status: 503, failure: "status 503" });
  expect(deps.urls()).toEqual(["https://a.example/alive", "https://a.example/other"]);
});

test.for([B.url, "https://elsewhere.example"])("a redirect that leaves the origin counts by its own status: %s", async (to) => {
  const { deps, verdict } = ask(() => redirectTo(`${to}/alive`));
  expect(await verdict).toEqual({ up: true, status: 302 });
  expect(deps.calls).toHaveLength(1);
});

test("the body is let go unread", async () => {
  const body = watchedBody();
  await ask(() => new Response(body.stream)).verdict;
  expect(body.state()).toBe("cancelled");
});
