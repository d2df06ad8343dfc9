import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextHop } from "../../../src/engine/upstream/redirect.ts";
import { redirectTo } from "../../support/responses.ts";
import { A, B } from "../../support/settings.ts";

const POLICY = { origins: [A, B], absentPaths: ["/api/bootstrap", "/debug/"], maxHops: 5 };
const SENT = { url: "https://a.example/api/status?q=1", method: "GET", canSendAgain: true };

/** Where a `GET` of `SENT` goes next. */
const goesTo = (location: string): string | undefined => nextHop(redirectTo(location), SENT, POLICY)?.url;

describe("which status is followed with which method", () => {
  const statuses = [200, 201, 204, 300, 301, 302, 303, 304, 305, 307, 308, 400, 404];
  const all = [301, 302, 303, 307, 308];
  const keepingMethod = [307, 308];
  test.for([
    ["GET", all],
    ["POST", keepingMethod],
    ["PUT", keepingMethod],
    ["DELETE", keepingMethod],
  ] as const)("%s: %j, and no other", ([method, expected]) => {
    const followed = statuses.filter((status) => nextHop(redirectTo("/next", status), { ...SENT, method }, POLICY));
    expect(followed).toEqual(expected);
  });
});

describe("handed back", () => {
  test("a redirect without a Location", () => {
    expect(nextHop(new Response(null, { status: 302 }), SENT, POLICY)).toBeUndefined();
  });

  test("one that carries Set-Cookie, which following it would lose", () => {
    expect(nextHop(redirectTo("/next", 302, { "set-cookie": "a=1" }), SENT, POLICY)).toBeUndefined();
  });

  test.for([307, 308])("a %i whose body is no longer there to be sent again", (status) => {
    expect(nextHop(redirectTo("/next", status), { ...SENT, method: "POST", canSendAgain: false }, POLICY)).toBeUndefined();
  });

  test.for([
    "https://elsewhere.example/",
    "http://elsewhere.example/",
    "//elsewhere.example/",
    "\\\\elsewhere.example/",
    "https:\\\\elsewhere.example/",
    "https://a.example.elsewhere.example/",
    "https://a.example@elsewhere.example/",
    "https://xa.example/",
    "https://sub.a.example/",
    "https://a.example./",
    "https://a.example:8443/",
    "https://b.example/",
    "http://b.example/",
    "http://a.example:8080/",
    "http://b.example:443/",
    "ftp://a.example/",
    "ws://a.example/",
    "wss://a.example/",
    "file://a.example/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "blob:https://a.example/x",
    "blob:https://b.example:8443/x",
    "https://",
    "https://[::1",
    "https://a.example:99999/",
  ])("a target that is no configured origin: %s", (location) => {
    expect(goesTo(location)).toBeUndefined();
  });

  test.for(["https://user@a.example/", "https://user:secret@a.example/", "https://:secret@a.example/", "//user@b.example:8443/"])(
    "a target with userinfo: %s",
    (location) => {
      expect(goesTo(location)).toBeUndefined();
    },
  );

  test.for([
    "/debug/",
    "/debug/vars",
    "/debug/a/b?q=1",
    "https://b.example:8443/debug/vars",
    "http://a.example/debug/vars",
    "/api/bootstrap",
    "/api/bootstrap?q=1",
    "/api/bootstrap/",
    "/api/bootstrap#f",
    "/%64ebug/vars",
    "/%2564ebug/vars",
    "/debug%2Fvars",
    "/debug%2fvars",
    "/debug%5Cvars",
    "/debug\\vars",
    "//debug/vars#not-a-host".replace("//", "/x/..//"),
    "/./debug/vars",
    "/x/../debug/vars",
    "/x/%2e%2e/debug/vars",
    "/x/%252e%252e/debug/vars",
    "/x%2F..%2Fdebug/vars",
    "/%2Fdebug/vars",
    "/DEBUG/vars",
    "/Api/Bootstrap",
    "/api//bootstrap",
    "/api/%62ootstrap",
    "/api%2Fbootstrap",
    "/api;x=1/bootstrap",
    "/api/bootstrap;jsessionid=1",
    "/debug;x/vars",
    "/x/..;/debug/vars",
    "/x%23%2F..%2Fdebug/vars",
    "/x%3F%2F..%2Fdebug/vars",
    "/x%3B%2F..%2Fdebug/vars",
  ])("a target that an origin may read as a path that is deliberately absent: %s", (location) => {
    expect(goesTo(location)).toBeUndefined();
  });
});

describe("followed", () => {
  test.for([
    ["/next", "https://a.example/next"],
    ["next", "https://a.example/api/next"],
    ["../next", "https://a.example/next"],
    ["?q=2", "https://a.example/api/status?q=2"],
    ["/next?q=2#fragment", "https://a.example/next?q=2"],
    ["https://a.example", "https://a.example/"],
    ["https://a.example:443/next", "https://a.example/next"],
    ["HTTPS://A.EXAMPLE/next", "https://a.example/next"],
    ["https://b.example:8443/next", "https://b.example:8443/next"],
    ["//b.example:8443/next", "https://b.example:8443/next"],
    ["http://b.example:8443/next", "https://b.example:8443/next"],
    ["http://a.example/next", "https://a.example/next"],
    ["http://a.example:80/next", "https://a.example/next"],
    ["https://a.example//elsewhere.example/next", "https://a.example//elsewhere.example/next"],
    ["/debug", "https://a.example/debug"],
    ["/debugger/vars", "https://a.example/debugger/vars"],
    ["/x/debug/vars", "https://a.example/x/debug/vars"],
    ["/api/bootstrapped", "https://a.example/api/bootstrapped"],
    ["/api/bootstrap/more", "https://a.example/api/bootstrap/more"],
    ["/next?to=/debug/vars", "https://a.example/next?to=/debug/vars"],
    ["/50%-off", "https://a.example/50%-off"],
    ["/next?", "https://a.example/next?"],
    ["/next?#fragment", "https://a.example/next?"],
  ] as const)("%s, to %s", ([location, url]) => {
    expect(goesTo(location)).toBe(url);
  });

  test("it is known whose origin comes next", () => {
    expect(nextHop(redirectTo("https://b.example:8443/"), SENT, POLICY)?.origin).toBe(B);
  });
});

describe("C-HTTPS-INBOUND: for every Location", () => {
  const piece = fc.constantFrom(
    "https:",
    "http:",
    "blob:",
    "filesystem:",
    "/",
    "//",
    "\\",
    "a.example",
    "b.example:8443",
    "x.example",
    "@",
    ":",
    "?",
    "#",
    "..",
    "%2e",
    "%2F",
    "\t",
    "debug",
    "ж",
  );
  const location = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.webUrl(),
    fc.string({ unit: "binary-ascii" }),
  );

  test("the next request goes to a configured origin, by https, and to where its host was read from", () => {
    fc.assert(
      fc.property(location, (text) => {
        const response = { status: 302, headers: { has: () => false, get: () => text } } as unknown as Response;
        const hop = nextHop(response, SENT, POLICY);
        if (hop === undefined) return;
        expect([A.url, B.url]).toContain(hop.origin.url);
        expect(new URL(hop.url).origin).toBe(hop.origin.url);
        expect(new URL(hop.url).pathname).not.toMatch(/^\/(debug\/|api\/bootstrap$)/i);
      }),
      { numRuns: 5_000 },
    );
  });
});

test.for([301, 302, 303, 307, 308])("with no hops allowed, a redirect belongs to the client: %i", (status) => {
  expect(nextHop(redirectTo("/next", status), SENT, { ...POLICY, maxHops: 0 })).toBeUndefined();
});

test("with no absent paths, no path is refused", () => {
  expect(nextHop(redirectTo("/debug/vars"), SENT, { ...POLICY, absentPaths: [] })?.url).toBe("https://a.example/debug/vars");
});
