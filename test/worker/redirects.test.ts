import { describe, expect, test } from "vitest";
import { balance, seen } from "../support/balance.ts";
import { answers, connectionLost, inTurn, redirectTo, watchedBody } from "../support/responses.ts";
import { A, B } from "../support/settings.ts";

describe("a redirect inside the origins is followed", () => {
  test.for([301, 302, 303, 307, 308])("GET, %i: with the same headers, and the answer names the origin that gave it", async (status) => {
    const { deps, send } = balance(inTurn(() => redirectTo(`${B.url}/next?q=1`, status), answers(200)));
    const response = await send("/several", { headers: { authorization: "Bearer x" } });
    expect([response.status, response.headers.get("x-served-by")]).toEqual([200, B.url]);
    expect(deps.urls()).toEqual([`${A.url}/several`, `${B.url}/next?q=1`]);
    expect(deps.calls.map(({ init }) => [init.method, new Headers(init.headers).get("authorization")])).toEqual([
      ["GET", "Bearer x"],
      ["GET", "Bearer x"],
    ]);
  });

  test.for([307, 308])("POST, %i: with the same method and body", async (status) => {
    const bodies: (readonly [string | undefined, string])[] = [];
    const { send } = balance(async (call, index) => {
      bodies.push([call.init.method, await new Response(call.init.body ?? null).text()]);
      return index === 0 ? redirectTo("/next", status) : new Response("done");
    });
    expect(await seen(await send("/several", { method: "POST", body: "update" }))).toEqual([200, "done"]);
    expect(bodies).toEqual([
      ["POST", "update"],
      ["POST", "update"],
    ]);
  });

  test("the body of the redirect is let go before the next request", async () => {
    const body = watchedBody();
    const { send } = balance(
      inTurn(
        () => new Response(body.stream, { status: 302, headers: { location: "/next" } }),
        () => new Response(body.state()),
      ),
    );
    expect(await seen(await send("/several"))).toEqual([200, "cancelled"]);
  });
});

describe("a redirect is handed back untouched", () => {
  test.for([
    ["POST, 301", "POST", redirectTo("/next", 301)],
    ["POST, 302", "POST", redirectTo("/next", 302)],
    ["POST, 303", "POST", redirectTo("/next", 303)],
    ["to a host that is not configured", "GET", redirectTo("https://elsewhere.example/x?token=1", 302)],
    ["to a blob of a configured origin", "GET", redirectTo("blob:https://a.example/x", 302)],
    ["to userinfo", "GET", redirectTo("https://user:secret@a.example/", 302)],
    ["to a path that is absent", "GET", redirectTo("/hidden", 302)],
    ["to below a path that is absent", "POST", redirectTo("/under/neath", 307)],
    ["with Set-Cookie", "GET", redirectTo("/next", 302, { "set-cookie": "a=1; Path=/" })],
    ["without a Location", "GET", new Response(null, { status: 302, headers: { "x-other": "1" } })],
  ] as const)("%s", async ([, method, redirect]) => {
    const before = [...redirect.headers];
    const { deps, send } = balance(() => redirect);
    const response = await send("/several", method === "GET" ? {} : { method, body: "x" });
    expect([response.status, deps.calls.length, deps.lines()]).toEqual([redirect.status, 1, []]);
    expect([...response.headers].filter(([name]) => name !== "x-served-by")).toEqual(before);
    expect(response.headers.get("x-served-by")).toBe(A.url);
  });
});

describe("redirects are bounded", () => {
  test("as many hops as the settings say are followed", async () => {
    const { deps, send } = balance((_, index) => (index < 3 ? redirectTo(`/several?${index}`) : new Response("there")));
    expect(await seen(await send("/several"))).toEqual([200, "there"]);
    expect(deps.calls).toHaveLength(4);
  });

  test("one more is a redirect loop, and fails fast", async () => {
    const { deps, send, failures } = balance((_, index) => redirectTo(`/several?${index}`));
    expect(await seen(await send("/several"))).toEqual([503, "nothing left: redirect loop"]);
    expect([deps.calls.length, failures()]).toEqual([4, ["redirect loop"]]);
  });

  test("with none allowed, each belongs to the client and is handed back", async () => {
    const { deps, send } = balance(() => redirectTo("/next"), { redirects: { absentPaths: [], maxHops: 0 } });
    const response = await send("/several");
    expect([response.status, response.headers.get("location")]).toEqual([302, "/next"]);
    expect([deps.calls.length, deps.lines()]).toEqual([1, []]);
  });

  test("each attempt counts its own", async () => {
    const { deps, send } = balance((_, index) => {
      if (index === 3) throw connectionLost();
      return index === 7 ? new Response("there") : redirectTo(`/several?${index}`);
    });
    expect(await seen(await send("/several"))).toEqual([200, "there"]);
    expect(deps.calls).toHaveLength(8);
  });
});

test("SAF-LOG-PURITY: the log names the origin that was being asked when it failed, and no target of a redirect", async () => {
  const { deps, send } = balance(inTurn(() => redirectTo(`${B.url}/next?token=secret`), answers(500), answers(200)));
  await send("/several");
  expect(deps.lines()).toEqual([
    ["warn", { event: "attempt-failed", method: "GET", path: "/several", origin: B.url, failure: "status 500" }],
  ]);
});
