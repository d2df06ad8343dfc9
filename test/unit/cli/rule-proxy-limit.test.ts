/** Waits that Cloudflare's proxy does not grant: graver where an origin was seen to be behind it. */
import { expect, test } from "vitest";
import { proxyLimit } from "../../../cli/check/rules/proxy-limit.ts";
import { checkedWith } from "../../support/checked.ts";

test("without a network it is a hint, and with a proxied origin a warning that names it", () => {
  expect(proxyLimit(checkedWith({}))).toEqual([expect.objectContaining({ severity: "hint", code: "over-proxy-limit" })]);
  expect(proxyLimit({ ...checkedWith({}), proxied: ["https://one.mail.dev", "https://two.mail.dev"] })).toEqual([
    expect.objectContaining({
      severity: "warning",
      code: "over-proxy-limit",
      found: expect.stringMatching(/: https:\/\/one\.mail\.dev, https:\/\/two\.mail\.dev are behind it$/),
    }),
  ]);
});

test("one finding names every wait that is too long, and the place of the only one that is set", () => {
  const [finding, ...more] = proxyLimit(checkedWith({ LB_REQUEST_TIMEOUT_MS: 100_001 }));
  expect(more).toEqual([]);
  expect(finding?.where).toBe("wrangler.toml:1 LB_REQUEST_TIMEOUT_MS");
  for (const name of ["LB_REQUEST_TIMEOUT_MS is 100001", "LB_RECONCILE_TIMEOUT_MS is 320000", "LB_WORKER_TIMEOUT_MS is 300000"]) {
    expect(finding?.found).toContain(name);
  }
});

test("a proxied origin is nobody's trouble where every wait is short", () => {
  expect(proxyLimit({ ...checkedWith({}, "primary-replica"), proxied: ["https://one.mail.dev"] })).toEqual([]);
});
