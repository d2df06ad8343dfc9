/** SPEC 1.8: which redirects go back to the client untouched, and that no byte of the request goes where they point. */
import { describe, expect } from "vitest";
import type { Sent } from "./support/client.ts";
import { type HttpsOrigin, status } from "./support/https-origin.ts";
import { type Lab, test } from "./support/lab.ts";

interface Place {
  readonly origin: HttpsOrigin;
  readonly foreign: HttpsOrigin;
}

const POST: Sent = { method: "POST", body: "update" };

/** One request to an origin that redirects it, with a stranger that must hear nothing of it. */
async function redirected(lab: Lab, code: number, location: (place: Place) => string, path: string, sent: Sent = {}, env = {}) {
  const foreign = await lab.origin();
  const origin = await lab.origin();
  const target = location({ origin, foreign });
  origin.behave = status(code, { Location: target, "X-Kept": "yes" }, "see there");
  const gateway = await lab.gateway([origin], env);
  const fields = [
    ["Authorization", "Bearer canary"],
    ["Cookie", "s=canary"],
  ] as const;
  const answer = await gateway.send(path, { fields, ...sent });
  return { answer, target, origin, foreign, gateway };
}

async function expectHandedBack(
  lab: Lab,
  code: number,
  location: (place: Place) => string,
  path: string,
  sent: Sent = {},
  env = {},
): Promise<void> {
  const { answer, target, origin, foreign, gateway } = await redirected(lab, code, location, path, sent, env);
  expect([answer.status, answer.fields.get("location"), answer.text, answer.fields.get("x-kept")]).toEqual([
    code,
    target,
    "see there",
    "yes",
  ]);
  expect([answer.fields.get("x-lb-backend"), origin.arrivals.length, foreign.connections()]).toEqual([origin.url, 1, 0]);
  expect(gateway.events()).toEqual([]);
}

describe("a POST or PUT is never turned into a GET", () => {
  test.for([
    [301, "POST", "/webhook/tg"],
    [302, "POST", "/webhook/tg"],
    [303, "POST", "/push/jmap"],
    [302, "PUT", "/api/config"],
    [303, "PUT", "/api/enabled"],
  ] as const)("%i %s %s", async ([code, method, path], { lab }) => {
    await expectHandedBack(lab, code, () => "/moved", path, { ...POST, method });
  });
});

describe("C-LB-SINGLE-REG-URL: nothing leaves the configured origins", () => {
  test.for([
    [301, "/"],
    [302, "/"],
    [303, "/"],
    [307, "/"],
    [308, "/"],
  ] as const)("GET %i", async ([code, path], { lab }) => {
    await expectHandedBack(lab, code, ({ foreign }) => `${foreign.url}/login`, path);
  });

  test.for([307, 308])("POST %i", async (code, { lab }) => {
    await expectHandedBack(lab, code, ({ foreign }) => `${foreign.url}/login`, "/webhook/tg", POST);
  });

  const PLACES: readonly (readonly [string, (place: Place) => string])[] = [
    ["without scheme", ({ foreign }) => `//localhost:${foreign.port}/x`],
    ["http to a stranger", ({ foreign }) => `http://localhost:${foreign.port}/x`],
    ["backslashes for slashes", ({ foreign }) => `\\\\localhost:${foreign.port}\\x`],
    ["another name of the same address", ({ origin }) => `https://127.0.0.1:${origin.port}/x`],
    ["a longer name", ({ origin }) => `https://localhost.foreign.example:${origin.port}/x`],
    ["the origin's host with the default port", () => "https://localhost/x"],
    ["userinfo", ({ origin }) => `https://user:password@localhost:${origin.port}/moved`],
    ["a user alone", ({ origin }) => `https://user@localhost:${origin.port}/moved`],
    ["the origin's name as userinfo", ({ origin, foreign }) => `https://localhost:${origin.port}@localhost:${foreign.port}/`],
    ["another scheme", ({ origin }) => `ftp://localhost:${origin.port}/x`],
    ["a scheme without a host", () => "javascript:alert(1)"],
    ["data", () => "data:text/html,hello"],
    ["unparsable", () => "https://[half/x"],
    ["a port out of range", () => "https://localhost:99999/"],
  ];
  test.for(PLACES)("Location: %s", async ([, location], { lab }) => {
    await expectHandedBack(lab, 307, location, "/api/status");
  });
});

describe("a path that is deliberately absent is reachable at an origin only", () => {
  test.for([
    "/debug/",
    "/debug/pprof/heap",
    "/api/bootstrap",
    "/api/bootstrap?x=1",
    "/%64ebug/vars",
    "/debug%2Fvars",
    "/%2564ebug/vars",
    "/api/%62ootstrap",
    "/api%2fbootstrap",
    "/x/../debug/vars",
    "/x/%2e%2e/debug/vars",
    "/.//debug/vars",
    "/api//bootstrap",
    "/debug\\vars",
  ])("%s", async (path, { lab }) => {
    await expectHandedBack(lab, 307, () => path, "/api/status");
    await expectHandedBack(lab, 308, () => path, "/webhook/tg", POST);
  });
});

describe("a redirect that cannot be followed without loss", () => {
  test.for(["GET", "POST"])("one that sets a cookie goes back with it: %s", async (method, { lab }) => {
    const origin = await lab.origin(status(307, { Location: "/moved", "Set-Cookie": "sid=1; HttpOnly" }));
    const answer = await (await lab.gateway([origin])).send(method === "GET" ? "/" : "/webhook/tg", method === "GET" ? {} : POST);
    expect([answer.status, answer.fields.get("location"), answer.fields.all("set-cookie"), origin.arrivals.length]).toEqual([
      307,
      "/moved",
      ["sid=1; HttpOnly"],
      1,
    ]);
  });

  test.for([
    ["declared", { body: Buffer.alloc(20_000, 1) }],
    ["chunked", { body: [Buffer.alloc(15_000, 1), Buffer.alloc(5_000, 1)] }],
  ] as const)("a body that was streamed is no longer there: %s", async ([, sent], { lab }) => {
    for (const code of [307, 308]) {
      await expectHandedBack(lab, code, () => "/moved", "/webhook/tg", { method: "POST", ...sent }, { LB_MAX_REPLAY_BYTES: "10000" });
    }
  });

  test.for([301, 302, 303, 307, 308, 300, 304, 305, 306])("%i without a Location is an answer", async (code, { lab }) => {
    const origin = await lab.origin(status(code, { "X-Kept": "yes" }));
    const answer = await (await lab.gateway([origin])).send("/api/status");
    expect([answer.status, answer.fields.get("x-kept"), origin.arrivals.length]).toEqual([code, "yes", 1]);
  });

  test.for([200, 201, 300, 304, 305, 399])("%i with a Location is no redirect", async (code, { lab }) => {
    const origin = await lab.origin(status(code, { Location: "/moved" }));
    const answer = await (await lab.gateway([origin])).send("/api/status");
    expect([answer.status, answer.fields.get("location"), origin.arrivals.length]).toEqual([code, "/moved", 1]);
  });
});
