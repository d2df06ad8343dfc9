/** SPEC 1.8: which redirects the gateway follows, and what goes along. */
import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import type { Behave, HttpsOrigin } from "./support/https-origin.ts";
import { type Lab, test } from "./support/lab.ts";

const ENTRY = /^\/(api\/status|webhook\/tg|api\/config|)(\?|$)/;

/** Redirects what the gateway forwards, and answers everything else with what it was asked. */
const redirecting =
  (code: number, location: string | ((origin: HttpsOrigin) => string), origin: () => HttpsOrigin): Behave =>
  (request, response, { body }) => {
    if (!ENTRY.test(request.url ?? "")) return void response.end(`${request.method} ${request.url} ${body}`);
    response.writeHead(code, { Location: typeof location === "string" ? location : location(origin()) }).end("see there");
  };

async function originWith(lab: Lab, code: number, location: string | ((origin: HttpsOrigin) => string)): Promise<HttpsOrigin> {
  const origin: HttpsOrigin = await lab.origin(redirecting(code, location, () => origin));
  return origin;
}

describe("a GET is followed inside its origin", () => {
  test.for([301, 302, 303, 307, 308])("%i", async (code, { lab }) => {
    const origin = await originWith(lab, code, "/moved?x=1");
    const answer = await (await lab.gateway([origin])).send("/api/status?q=0");
    expect([answer.status, answer.text.trim(), answer.fields.get("location"), answer.fields.get("x-lb-backend")]).toEqual([
      200,
      "GET /moved?x=1",
      undefined,
      origin.url,
    ]);
  });

  const LOCATIONS: readonly (readonly [string, string | ((origin: HttpsOrigin) => string), string])[] = [
    ["relative to the path", "sibling?y", "/api/sibling?y"],
    ["up and down", "../a/./b", "/a/b"],
    ["absolute path", "/a%2Fb?c=%20", "/a%2Fb?c=%20"],
    ["without scheme", ({ port }) => `//localhost:${port}/other`, "/other"],
    ["absolute", ({ url }) => `${url}/other`, "/other"],
    ["http to the same host and port", ({ port }) => `http://localhost:${port}/other?z`, "/other?z"],
    ["capital letters in the host", ({ port }) => `HTTPS://LocalHost:${port}/other`, "/other"],
    ["a fragment, which no server sees", "/other#part", "/other"],
    ["a path that the safelist does not have", "/ui/index.html", "/ui/index.html"],
    ["a path that only begins like an absent one", "/debugger", "/debugger"],
    ["an absent path in the query only", "/login?next=/debug/x", "/login?next=/debug/x"],
  ];

  test.for(LOCATIONS)("Location %s", async ([, location, arrives], { lab }) => {
    const origin = await originWith(lab, 302, location);
    const answer = await (await lab.gateway([origin])).send("/api/status");
    expect([answer.status, answer.text.trim()]).toEqual([200, `GET ${arrives}`]);
  });
});

describe("307 and 308 keep a method and its body", () => {
  test.for([
    [307, "POST", "/webhook/tg"],
    [308, "POST", "/webhook/tg"],
    [307, "PUT", "/api/config"],
    [308, "PUT", "/api/config"],
  ] as const)("%i %s %s", async ([code, method, path], { lab }) => {
    const origin = await originWith(lab, code, "/moved");
    const body = randomBytes(30_000);
    const answer = await (await lab.gateway([origin])).send(path, { method, fields: [["X-Token", "t"]], body });
    expect([answer.status, answer.text.slice(0, method.length + 7)]).toEqual([200, `${method} /moved`]);
    expect(origin.arrivals.map((arrival) => [arrival.method, arrival.body?.equals(body), arrival.fields.get("x-token")])).toEqual([
      [method, true, "t"],
      [method, true, "t"],
    ]);
  });

  test("a POST without a body as well", async ({ lab }) => {
    const origin = await originWith(lab, 307, "/moved");
    const answer = await (await lab.gateway([origin])).send("/webhook/tg", { method: "POST", length: 0 });
    expect(answer.text.trim()).toBe("POST /moved");
  });
});

describe("from one configured origin to another", () => {
  test.for([302, 307])("%i: followed, credentials and all, and that origin is named", async (code, { lab }) => {
    const b = await lab.origin((request, response) => void response.end(`b ${request.url}`));
    const a = await originWith(lab, code, `${b.url}/api/elsewhere?n=1`);
    const gateway = await lab.gateway([a, b], { LB_MAX_ATTEMPTS: "1" });
    const answer = await gateway.send("/api/status", {
      fields: [
        ["Authorization", "Bearer x"],
        ["Cookie", "s=1"],
      ],
    });
    expect([answer.status, answer.text, answer.fields.get("x-lb-backend")]).toEqual([200, "b /api/elsewhere?n=1", b.url]);
    const { fields } = b.last();
    expect([fields.get("authorization"), fields.get("cookie"), fields.get("host")]).toEqual(["Bearer x", "s=1", `localhost:${b.port}`]);
  });

  test("a failure there is that origin's, and the next attempt follows the order as before", async ({ lab }) => {
    const b = await lab.origin((_, response) => void response.writeHead(500).end());
    const a = await originWith(lab, 302, `${b.url}/broken`);
    const gateway = await lab.gateway([a, b], { LB_MAX_ATTEMPTS: "1" });
    const answer = await gateway.send("/api/status");
    expect([answer.status, answer.text, gateway.events()[0]]).toEqual([
      503,
      "all backends failed: status 500",
      { event: "attempt-failed", method: "GET", path: "/api/status", origin: b.url, failure: "status 500" },
    ]);
  });
});
