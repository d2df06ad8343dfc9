/** The table of the origins: it fits the screen, and says in a word what became of each. */
import pc from "picocolors";
import { describe, expect, test } from "vitest";
import { amountOf } from "../../../cli/check/online/clock.ts";
import { originsTable } from "../../../cli/check/online/present.ts";
import { isProxied, type OriginReport } from "../../../cli/check/online/report.ts";
import { answer, failure, NOW, report, secured } from "./online-reports.ts";

const drawn = (reports: readonly OriginReport[], columns = 80): readonly string[] =>
  originsTable(reports, NOW, { write: () => undefined, columns, colors: pc.createColors(false) }).split("\n");
const cells = (one: OriginReport): readonly string[] => drawn([one], 200)[1]?.split(/ {2,}/) ?? [];

test("an origin that is well", () => {
  const health = answer(200, { "alt-svc": 'h3=":443"; ma=86400' });
  expect(cells(report({ health }))).toEqual(["a.example.com", "203.0.113.7", "60 d", "200 43ms", "200 43ms", "same", "1.1,2,3"]);
});

test.for<[string, Partial<OriginReport>, readonly string[]]>([
  ["no name", { looked: failure("ENOTFOUND"), handshakes: undefined, health: undefined, ready: undefined }, ["none", "-", "-", "-", "-"]],
  [
    "refused",
    { handshakes: { h2: failure("ECONNREFUSED"), "http/1.1": failure("ECONNREFUSED") }, health: undefined },
    ["203.0.113.7", "refused", "-", "200 43ms", "-", "-"],
  ],
  ["hanging", { health: failure("TIMEOUT", true) }, ["203.0.113.7", "60 d", "timeout", "200 43ms", "-", "1.1,2"]],
  [
    "expired",
    { handshakes: { h2: failure("EPROTO"), "http/1.1": secured({ objection: "CERT_HAS_EXPIRED" }) } },
    ["203.0.113.7", "expired", "200 43ms", "200 43ms", "same", "1.1"],
  ],
  [
    "behind by an hour or so, at several addresses",
    {
      looked: { kind: "addresses", addresses: ["2001:db8::7", "203.0.113.7"] },
      health: answer(200, { date: new Date(NOW - 7_200_000).toUTCString() }),
    },
    ["203.0.113.7 +1", "60 d", "200 43ms", "200 43ms", "-2 h", "1.1,2"],
  ],
])("%s", ([, changes, expected]) => {
  const [, ...rest] = cells(report(changes));
  expect(rest).toEqual(expected);
});

describe("within 80 columns", () => {
  test.for([
    ["short names keep their addresses", "https://a.example.com", /203\.0\.113\.7/],
    ["longer ones take their room", "https://backend-one.messageweave.example.com", /^backend-one\.messageweave\.example\.com {2,}60 d/],
    ["the longest lose their middle", `https://${"long-".repeat(20)}name.example.com:8443`, /^long-[^ ]*…[^ ]*\.com:8443 {2,}60 d/],
  ] as const)("%s", ([, url, row]) => {
    const lines = drawn([report({}, url), report()]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines[1]).toMatch(row);
  });
});

test("servers that are not asked whether they are ready have no such column", () => {
  expect(drawn([report({ ready: undefined })])[0]).not.toContain("ready");
});

test.for([
  [0, "0 s"],
  [-119_000, "119 s"],
  [600_000, "10 min"],
  [7_200_000, "2 h"],
  [-259_200_000, "3 days"],
] as const)("%d ms is %s", ([ms, text]) => {
  expect(amountOf(ms)).toBe(text);
});

test("Cloudflare's proxy is known by its answers", () => {
  expect(isProxied({ health: answer(200, { "cf-ray": "8f0-FRA" }) })).toBe(true);
  expect(isProxied({ health: answer(200, { server: "cloudflare" }) })).toBe(true);
  expect(isProxied({ health: answer(200, { server: "nginx" }) })).toBe(false);
  expect(isProxied({ health: failure("TIMEOUT") })).toBe(false);
});
