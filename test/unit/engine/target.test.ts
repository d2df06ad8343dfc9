import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { targetOf } from "../../../src/engine/target.ts";

describe("SAF-LB-PASSTHRU: path and query go out as the URL standard has them", () => {
  test.for([
    ["https://x.example", "/"],
    ["https://x.example/a", "/a"],
    ["https://x.example/a?", "/a?"],
    ["https://x.example/a??", "/a??"],
    ["https://x.example/a?b=1&b=2", "/a?b=1&b=2"],
    ["https://x.example/a?b=%20+%2b", "/a?b=%20+%2b"],
    ["https://x.example/a?u=https://y/?z", "/a?u=https://y/?z"],
    ["https://x.example//y.example/a", "//y.example/a"],
    ["https://x.example/a#f", "/a"],
    ["https://x.example/a#f?", "/a"],
    ["https://x.example/a?#f", "/a?"],
    ["https://x.example/a?#?", "/a?"],
    ["https://x.example/a?#", "/a?"],
    ["https://x.example/a#", "/a"],
    ["https://x.example/a%3F", "/a%3F"],
    ["https://user:pa%2Fss@x.example:8443/a?b#c", "/a?b"],
  ] as const)("%s: %s", ([url, target]) => {
    expect(targetOf(new URL(url).href)).toBe(target);
  });

  test("for every URL, nothing but the fragment is lost", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const url = new URL(text);
        expect(url.origin + targetOf(url.href)).toBe(url.href.split("#")[0]);
      }),
    );
  });
});
