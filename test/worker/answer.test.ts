import { describe, expect, test } from "vitest";
import { toAnswer } from "../../src/engine/forward/answer.ts";
import { balance, seen } from "../support/balance.ts";
import { answers, oddResponse, watchedBody } from "../support/responses.ts";
import { A, B, someSettings } from "../support/settings.ts";

const PUBLIC_URL = new URL("https://lb.example/several");
const CROSSING = someSettings().crossing;
const anyStatus = { isFailureStatus: () => false };

describe("SAF-LB-PASSTHRU: the answer comes back as it is", () => {
  test("status, reason phrase, body and fields, each Set-Cookie on its own line", async () => {
    const headers = new Headers({ "content-type": "text/x", etag: '"1"', "cache-control": "private", "x-y": "z" });
    headers.append("set-cookie", "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT");
    headers.append("set-cookie", "b=2");
    const { send } = balance(() => new Response("body", { status: 207, statusText: "Several Things", headers }));
    const response = await send("/several");
    expect([response.status, response.statusText, await response.text()]).toEqual([207, "Several Things", "body"]);
    expect(response.headers.getSetCookie()).toEqual(headers.getSetCookie());
    expect([...response.headers].filter(([name]) => name !== "x-served-by")).toEqual([...headers]);
  });

  test.for([204, 304])("a %i has no body", async (status) => {
    const { send } = balance(() => new Response(null, { status }));
    const response = await send("/several");
    expect([response.status, response.body, response.headers.get("x-served-by")]).toEqual([status, null, A.url]);
  });

  test("less hop-by-hop fields, and those that Connection names", async () => {
    const fields = { connection: "x-hop", "x-hop": "1", "proxy-authenticate": "Basic", "x-stays": "1" };
    const { send } = balance(answers(200, fields, null));
    const { connection, ...rest } = Object.fromEntries((await send("/several")).headers);
    // The runtime writes this one anew.
    expect([connection, rest]).toEqual(["x-hop", { "x-stays": "1", "x-served-by": A.url }]);
  });

  test("the body is passed on unread", async () => {
    const body = watchedBody();
    const { send } = balance(() => new Response(body.stream));
    const response = await send("/several");
    expect(body.state()).toBe("untouched");
    await response.body?.cancel();
    expect(body.state()).toBe("cancelled");
  });

  test("the encoded bytes and their Content-Encoding are left alone", async () => {
    const original = new Response(new Uint8Array([1, 2, 3]), { encodeBody: "manual", headers: { "content-encoding": "gzip" } });
    const answer = toAnswer(original, A, PUBLIC_URL, CROSSING);
    expect([answer.headers.get("content-encoding"), answer.body === original.body]).toEqual(["gzip", true]);
    await answer.body?.cancel();
  });
});

describe("the observation header", () => {
  test("names the origin that answered, in place of any that the origin sent", async () => {
    const { send } = balance(answers(200, { "X-Served-By": "elsewhere, and more" }), {}, () => 0.34);
    expect((await send("/several")).headers.get("x-served-by")).toBe(B.url);
  });

  test("is written although a fetched answer's headers cannot be changed", async () => {
    const immutable = Response.redirect("https://elsewhere.example/", 302);
    expect(() => immutable.headers.set("x", "y")).toThrow(TypeError);
    const { send } = balance(() => immutable);
    expect((await send("/several")).headers.get("x-served-by")).toBe(A.url);
  });

  test("stays, even where the origin's Connection names it", async () => {
    const { send } = balance(answers(200, { connection: "x-served-by" }));
    expect((await send("/several")).headers.get("x-served-by")).toBe(A.url);
  });

  test("has the name that the settings give it", async () => {
    const { send } = balance(answers(200), { crossing: { ...CROSSING, observationHeader: "x-other" } });
    const { headers } = await send("/several");
    expect([headers.get("x-other"), headers.has("x-served-by")]).toEqual([A.url, false]);
  });
});

describe("the observation header never costs an answer", () => {
  test.for(["", "not a header name", "é", "x\n"])("a name that cannot be written: %j", async (observationHeader) => {
    const { deps, send } = balance(answers(201, { "x-y": "z" }, "body"), { crossing: { ...CROSSING, observationHeader } });
    const response = await send("/several");
    expect([response.headers.get("x-y"), await seen(response)]).toEqual(["z", [201, "body"]]);
    expect([deps.calls.length, deps.lines()]).toEqual([1, []]);
  });

  test.for([999, 600, 150])("a status that no answer can be made with goes out as it came: %i", async (status) => {
    const odd = oddResponse(status, { "x-y": "z" });
    const { deps, send } = balance(() => odd, anyStatus);
    expect(await send("/several")).toBe(odd);
    expect([deps.calls.length, deps.lines()]).toEqual([1, []]);
  });

  test("a body that is locked", async () => {
    const locked = new Response("body");
    const reader = locked.body?.getReader();
    const { deps, send } = balance(() => locked);
    expect([await send("/several"), deps.lines()]).toEqual([locked, []]);
    await reader?.cancel();
  });

  test("a log that throws", async () => {
    const { deps } = balance(answers(200));
    const { createBalancer } = await import("../../src/engine/balancer.ts");
    const { someSettings, ignoreDeferred } = await import("../support/settings.ts");
    const broken = {
      ...deps,
      fetch: () => Promise.reject(new Error("Network connection lost.")),
      log: () => {
        throw new Error("no console");
      },
    };
    const response = await createBalancer(someSettings(), broken)(new Request("https://lb.example/several"), ignoreDeferred);
    expect(await seen(response)).toEqual([503, "nothing left: network"]);
  });
});
