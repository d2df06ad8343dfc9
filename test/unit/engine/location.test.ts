import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeLocationPublic, toPublicLocation } from "../../../src/engine/forward/location.ts";
import { B } from "../../support/settings.ts";

const ORIGIN = "https://a.example";
const PUBLIC = "https://www.example";

describe("a Location on the serving origin itself becomes the public one", () => {
  test.for([
    ["https://a.example/next", "https://www.example/next"],
    ["https://a.example", "https://www.example/"],
    ["https://a.example/", "https://www.example/"],
    ["https://a.example/next?to=https://a.example/x#top", "https://www.example/next?to=https://a.example/x#top"],
    ["https://a.example?q", "https://www.example/?q"],
    ["https://a.example#top", "https://www.example/#top"],
    ["https://a.example:443/next", "https://www.example/next"],
    ["HTTPS://A.EXAMPLE/Next", "https://www.example/Next"],
    ["//a.example/next", "https://www.example/next"],
    ["https://a.example//b.example/", "https://www.example//b.example/"],
    ["https://a.example/%2e%2e/next", "https://www.example/next"],
    ["https://a.example/a%20b/%E4%B8%AD", "https://www.example/a%20b/%E4%B8%AD"],
  ] as const)("%s → %s", ([location, expected]) => {
    expect(toPublicLocation(location, ORIGIN, PUBLIC)).toBe(expected);
  });

  test.for([
    [B.url, "https://b.example:8443/x", "https://www.example:444", "https://www.example:444/x"],
    [B.url, "https://b.example/x", PUBLIC, undefined],
    [ORIGIN, "https://a.example/x", "http://www.example", "http://www.example/x"],
  ] as const)("ports count, and the public scheme is the public one: %s, %s, %s", ([origin, location, publicOrigin, expected]) => {
    expect(toPublicLocation(location, origin, publicOrigin)).toBe(expected);
  });
});

describe("any other Location is left alone", () => {
  test.for([
    ["elsewhere", "https://elsewhere.example/"],
    ["another server", "https://b.example:8443/"],
    ["another port", "https://a.example:8443/"],
    ["a name that begins alike", "https://a.example.elsewhere.example/"],
    ["a name that ends alike", "https://xa.example/"],
    ["userinfo", "https://user@a.example/"],
    ["userinfo with a password", "https://:secret@a.example/"],
    ["userinfo that looks like the origin", "https://a.example@elsewhere.example/"],
    ["a path", "/next"],
    ["a path that needs no help", "next"],
    ["a query", "?q=https://a.example/"],
    ["a fragment", "#top"],
    ["nothing", ""],
    ["another scheme", "ftp://a.example/"],
    ["a script", "javascript:location='https://a.example/'"],
    ["mail", "mailto:x@a.example"],
    ["a blob of it", "blob:https://a.example/x"],
    ["what nobody can read", "https://[::1"],
    ["an application's own", "myapp://a.example/callback"],
  ] as const)("%s: %s", ([, location]) => {
    expect(toPublicLocation(location, ORIGIN, PUBLIC)).toBeUndefined();
  });
});

test("for every Location, what is rewritten is public, and led to the origin before", () => {
  const piece = fc.constantFrom("https:", "http:", "//", "/", "\\", "a.example", "b.example", "@", ":", "?", "#", "..", "%2e", "\t", "x");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
        fc.webUrl(),
      ),
      (location) => {
        const rewritten = toPublicLocation(location, ORIGIN, PUBLIC);
        if (rewritten === undefined) return;
        const [before, after] = [new URL(location, ORIGIN), new URL(rewritten)];
        expect([before.host, after.origin]).toEqual([new URL(ORIGIN).host, PUBLIC]);
        expect([after.pathname, after.search, after.hash]).toEqual([before.pathname, before.search, before.hash]);
      },
    ),
    { numRuns: 3_000 },
  );
});

describe("of the answer's headers", () => {
  const origin = { url: ORIGIN, name: "primary", healthPath: "/" };
  const madePublic = (fields: Record<string, string>) => {
    const headers = new Headers(fields);
    makeLocationPublic(headers, origin, new URL("https://www.example/login?next=/x"));
    return Object.fromEntries(headers);
  };

  test("only Location is changed", () => {
    const others = { "content-location": "https://a.example/x", link: "<https://a.example/x>", refresh: "0; https://a.example/" };
    expect(madePublic({ location: "https://a.example/next", ...others })).toEqual({ location: "https://www.example/next", ...others });
  });

  test.for([{}, { location: "/next" }, { location: "https://elsewhere.example/" }])("%j stays as it is", (fields) => {
    expect(madePublic(fields)).toEqual(fields);
  });
});
