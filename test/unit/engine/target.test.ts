import { expect, test } from "vitest";
import { targetOf } from "../../../src/engine/target.ts";
import { nextHop } from "../../../src/engine/upstream/redirect.ts";
import { redirectTo } from "../../support/responses.ts";

test.for<[url: string, target: string]>([
  ["https://lb.example/a", "/a"],
  ["https://lb.example/a?x=1&y", "/a?x=1&y"],
  ["https://lb.example/a?", "/a?"],
  ["https://lb.example/a?#top", "/a?"],
  ["https://lb.example/a#top?", "/a"],
  ["https://lb.example//a", "//a"],
  ["https://user:pw@lb.example/?", "/?"],
])("%s goes out as %s", ([url, target]) => {
  expect(targetOf(new URL(url))).toBe(target);
});

test("a redirect keeps its lone ? too", () => {
  const origin = { url: "https://a.example", name: "a", healthPath: "/" };
  const hop = nextHop(
    redirectTo("/moved?"),
    { url: "https://a.example/", method: "GET", canSendAgain: true },
    { origins: [origin], absentPaths: [], maxHops: 5 },
  );
  expect(hop?.url).toBe("https://a.example/moved?");
});
