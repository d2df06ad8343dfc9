import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextHop } from "../../../src/engine/upstream/redirect.ts";
import { location, SELF, STRANGER } from "../../fuzz/arbitraries/locations.ts";
import { readsAsAbsent } from "../../fuzz/support/absent.ts";
import { redirectTo } from "../../support/responses.ts";
import { origin } from "../../support/settings.ts";

const POLICY = { origins: [origin("https://a.example")], absentPaths: ["/api/bootstrap", "/debug/"], maxHops: 5 };
const SENT = { url: "https://a.example/api/status", method: "GET", canSendAgain: true };
const goesTo = (location: string): string | undefined => nextHop(redirectTo(location), SENT, POLICY)?.url;

describe("a path is absent if any reading of it is, the literal one too", () => {
  test.for([
    "/debug/%252e%252e/vars",
    "/debug/..%2fvars",
    "/debug%2f..%2fvars",
    "/debug/..;/vars",
    "/debug/%2e%2e;/vars",
    "/debug/..%5cvars",
    "/debug/x%2f..%2f..%2fy",
    "/DEBUG%2F..%2Fvars",
    "/;p/debug/vars",
    "/x%2f../debug/..;/vars",
    "/x/..;a=b/debug%2f..;/vars",
    "/x/..;a=b/debug/%2e.;/vars",
  ])("%s is handed back", (location) => {
    expect(goesTo(location)).toBeUndefined();
  });

  test("one whose escapes do not end is handed back, and costs no time", () => {
    expect(goesTo(`/${"%25".repeat(1)}${"25".repeat(15_000)}41`)).toBeUndefined();
  });

  test.for(["/moved", "/moved%20on", "/a%2fb", "/caf%C3%A9", "/100%25", "/debugging/vars", "/api/bootstrapped"])(
    "%s is followed",
    (location) => {
      expect(goesTo(location)).toBe(`https://a.example${location}`);
    },
  );
});

describe("userinfo is handed back, empty or not", () => {
  test.for([
    "https://@a.example/x",
    "https://:@a.example/x",
    "//@a.example/x",
    "https:@a.example/x",
    "\\\\@a.example/x",
    "https://u:p@a.example/x",
  ])("%s", (location) => {
    expect(goesTo(location)).toBeUndefined();
  });

  test("an @ in the path is none", () => {
    expect(goesTo("/@someone")).toBe("https://a.example/@someone");
  });
});

describe("for every spelling of a Location", () => {
  /** The URL of Node 20 resolves no dots behind a name that begins with one; that of the runtime does. */
  const isReadRightHere = (text: string): boolean => !/[/\\]\.(?![./\\]|$)/.test(text.replace(/%(?:25)*([0-7][0-9a-f])/gi, "."));

  test("the next request goes to a configured origin, and to nothing that an origin could read as an absent path", () => {
    fc.assert(
      fc.property(location, (bytes) => {
        fc.pre(isReadRightHere(bytes));
        const text = Buffer.from(
          bytes.replaceAll(SELF, "https://a.example").replaceAll(STRANGER, "https://b.example"),
          "latin1",
        ).toString();
        const response = { status: 302, headers: { has: () => false, get: () => text } } as unknown as Response;
        const hop = nextHop(response, SENT, POLICY);
        if (hop === undefined) return;
        const { origin: to, pathname } = new URL(hop.url);
        expect([to, hop.origin.url, readsAsAbsent(pathname)]).toEqual(["https://a.example", "https://a.example", false]);
      }),
      { numRuns: 5_000 },
    );
  });

  test.for(["/debug/x", "/x/../debug/", "/%64ebug%2fvars", "/;p//debug/", "/api/bootstrap"])("the model itself knows %s", (path) => {
    expect(readsAsAbsent(path)).toBe(true);
  });

  test.for(["/", "/debugging", "/api/bootstrapped", "/landed?/debug/"])("the model itself lets %s pass", (path) => {
    expect(readsAsAbsent(path)).toBe(false);
  });
});
