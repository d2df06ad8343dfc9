import { describe, expect, test } from "vitest";
import { nextHop } from "../../../src/engine/upstream/redirect.ts";
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
