/** Why an entry is no origin: what is said of it, and what is never said. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entryFindings } from "../../../cli/check/origins/entry.ts";
import { DEPLOYMENTS } from "../../../cli/deployments.ts";

const lists = DEPLOYMENTS.map(({ list }) => list);
const [origins] = lists;
const servers = lists.find(({ noun }) => noun === "server");
if (origins === undefined || servers === undefined) throw new Error("there is no deployment to test with");

describe("each fault of a text has its code, and what to write instead", () => {
  test.for([
    ["http://a.acme.dev", "origin-not-https", "https://a.acme.dev"],
    ["http://a.acme.dev:8080", "origin-not-https", "https://a.acme.dev"],
    ["wss://a.acme.dev", "origin-not-https", "https://a.acme.dev"],
    ["a.acme.dev", "origin-not-https", "https://a.acme.dev"],
    ["a.acme.dev:8443", "origin-not-https", "https://a.acme.dev:8443"],
    ["//a.acme.dev", "origin-not-https", "https://a.acme.dev"],
    ["backend", "origin-not-https", undefined],
    ["https://user:pw@a.acme.dev", "origin-credentials", undefined],
    ["https://user:p/w@a.acme.dev", "origin-credentials", undefined],
    ["https://@a.acme.dev", "origin-credentials", undefined],
    ["user:pw@a.acme.dev", "origin-credentials", undefined],
    ["https://a.acme.dev/path", "origin-path", "https://a.acme.dev"],
    ["https://a.acme.dev:8443/path?x", "origin-path", "https://a.acme.dev:8443"],
    ["https://a.acme.dev//", "origin-path", "https://a.acme.dev"],
    ["https://a.acme.dev/@x", "origin-path", undefined],
    ["https://a.acme.dev?x=1", "origin-query", "https://a.acme.dev"],
    ["https://a.acme.dev/?", "origin-query", "https://a.acme.dev"],
    ["https://a.acme.dev/#x", "origin-fragment", "https://a.acme.dev"],
    ["", "origin-empty", undefined],
    [" \t", "origin-empty", undefined],
    [" https://a.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https://a.ac\tme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https://a.acme.dev\u200b", "origin-spelling", "https://a.acme.dev"],
    ["https:\\\\a.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https:/a.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https:a.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https:///a.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https://ａ.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https://%61.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https://a.acme.dev:0443", "origin-spelling", "https://a.acme.dev"],
    ["https://a.acme.dev:0", "origin-spelling", "https://a.acme.dev"],
    ["https://a.acme.dev:", "origin-spelling", "https://a.acme.dev"],
    ["https://a.acme.dev:99999", "origin-spelling", undefined],
    ["https://", "origin-spelling", undefined],
    ["https://:8443", "origin-spelling", undefined],
    ["https://[::1", "origin-spelling", undefined],
    ["https://127.1", "origin-spelling", undefined],
    ["https://a b.acme.dev", "origin-spelling", undefined],
    ["https://a.acme.dev https://b.acme.dev", "origin-spelling", "https://a.acme.dev"],
    ["https://a.acme.dev, b.acme.dev", "origin-spelling", "https://a.acme.dev"],
  ] as const)("%j is %s", ([text, code, proposal]) => {
    for (const list of [origins, servers]) {
      const [finding, ...others] = entryFindings(text, "here", list);
      expect(others).toEqual([]);
      expect(finding).toMatchObject({ severity: "error", code, where: "here" });
      expect(/"(https:[^"HN]+)"/.exec(finding?.advice ?? "")?.[1]).toBe(proposal);
    }
  });
  test("several faults are told at once", () =>
    expect(entryFindings("http://a.acme.dev/x?y#z", "", origins)[0]?.found).toMatch(
      /^http:\/\/a\.acme\.dev: .*http:.*path.*query.*fragment/,
    ));
  test("several addresses in one text become several entries", () =>
    expect(entryFindings("https://a.acme.dev/x,https://b.acme.dev", "", origins)[0]?.advice).toContain(
      '"https://a.acme.dev", "https://b.acme.dev"',
    ));
  test("an IP address is not proposed, for Cloudflare would not fetch it", () =>
    expect(entryFindings("http://192.0.2.1", "", origins)[0]?.advice).toContain("1003"));
});

describe("what is no text has its code", () => {
  test.for([
    [{ url: "https://a.acme.dev", weight: 2 }, "origin-object", /^an object with the keys url, weight/, '"https://a.acme.dev"'],
    [{ host: "a.acme.dev", hunter2: 1 }, "origin-object", /^an object with the key.? host and 1 other/, '"https://a.acme.dev"'],
    [{ hunter2: "hunter2.acme.dev" }, "origin-object", /^an object with 1 key/, '"https://HOST"'],
    [{}, "origin-object", /^an empty object/, '"https://HOST"'],
    [["https://a.acme.dev"], "origin-not-text", /^an array of 1 entry$/, "without the inner brackets"],
    [[], "origin-not-text", /^an empty array$/, "remove it"],
    [null, "origin-not-text", /^null$/, '"https://HOST"'],
    [5, "origin-not-text", /^a number$/, '"https://HOST"'],
    [true, "origin-not-text", /^true or false$/, '"https://HOST"'],
    [new Date(0), "origin-not-text", /^a date$/, '"https://HOST"'],
  ] as const)("%j is %s", ([entry, code, found, advice]) => {
    const findings = entryFindings(entry, "here", origins);
    expect(findings).toEqual([
      { severity: "error", code, where: "here", found: expect.stringMatching(found), advice: expect.stringContaining(advice) },
    ]);
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });
});

describe("a server is told of field by field", () => {
  const url = "https://a.acme.dev";
  test.for([
    [{ url: "http://a.acme.dev" }, ["server-url here.url"]],
    [{ name: "a" }, ["server-url here.url"]],
    [{ url: 5 }, ["server-url here.url"]],
    [{ url, name: "" }, ["server-name here.name"]],
    [{ url, name: 5 }, ["server-name here.name"]],
    [{ url, name: "böse" }, ["server-name here.name"]],
    [{ url, healthCheckPath: "health" }, ["server-health-path here.healthCheckPath"]],
    [{ url, healthCheckPath: null }, ["server-health-path here.healthCheckPath"]],
    [
      { url: "", name: "", healthCheckPath: "" },
      ["server-url here.url", "server-name here.name", "server-health-path here.healthCheckPath"],
    ],
    [{ url, weight: 2 }, ["server-key-unknown here"]],
    [{ url: "", weight: 2 }, ["server-url here.url", "server-key-unknown here"]],
    [{ url, name: null, healthCheckPath: "/x?y" }, []],
    [["https://a.acme.dev"], ["origin-not-text here"]],
  ] as const)("%j", ([entry, expected]) => {
    expect(entryFindings(entry, "here", servers).map(({ code, where }) => `${code} ${where}`)).toEqual(expected);
  });
  test.for([
    ["healthPath", "healthCheckPath"],
    ["health_check_path", "healthCheckPath"],
    ["URL", "url"],
    ["Name", "name"],
  ] as const)("the key %s was probably meant as %s", ([key, meant]) => {
    expect(entryFindings({ url, [key]: "x" }, "", servers)[0]?.advice).toContain(`"${meant}"`);
  });
  test("a key that nobody knows is not repeated", () =>
    expect(JSON.stringify(entryFindings({ url, hunter2: 1 }, "", servers))).not.toContain("hunter2"));
});

const label = fc.stringMatching(/^[a-z]([a-z0-9]{0,6}[a-z])?$/);
const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("."));
const nearOrigin = fc
  .tuple(
    fc.constantFrom("https://", "http://", "HTTPS://", "https:", "https:\\\\", "//", ""),
    host,
    fc.constantFrom("", "/", ":8443", ":0", "/x"),
  )
  .map((parts) => parts.join(""));
const mutated = fc
  .tuple(
    nearOrigin,
    fc.nat(),
    fc.constantFrom("", "\t", "\n", " ", "\\", "?", "#", "@", "/", ":", ",", "%41", "ж", "\u200b", "．", "１", "["),
  )
  .map(([text, at, extra]) => text.slice(0, at % (text.length + 1)) + extra + text.slice(at % (text.length + 1)));
const anyText = fc.oneof(mutated, fc.webUrl(), fc.string({ unit: "binary" }));
const anyServer = fc.record(
  {
    url: fc.oneof(anyText, fc.jsonValue()),
    name: fc.jsonValue(),
    healthCheckPath: fc.oneof(fc.jsonValue(), fc.constant("/h")),
    other: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const anyEntry = fc.oneof(anyText, anyServer, fc.jsonValue(), fc.anything({ withDate: true, withNullPrototype: true }));

test("for every entry, there is an error if and only if the engine rejects it", () => {
  fc.assert(
    fc.property(anyEntry, fc.constantFrom(...lists), (entry, list) => {
      const errors = entryFindings(entry, "here", list).filter(({ severity }) => severity === "error");
      expect(errors.length > 0).toBe(list.readEntry(entry) === undefined);
    }),
    { numRuns: 5_000 },
  );
});

test("for every entry of the messageweave list there is at most one finding", () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      expect(entryFindings(entry, "here", origins).length).toBeLessThanOrEqual(1);
    }),
  );
});

/** Long enough to be in no sentence of ours. */
const secret = fc.stringMatching(/^zq[a-z0-9]{8}x(?:\.[a-z]{3})?$/);
const start = fc.constantFrom(
  "https://",
  "http://",
  "https:",
  "https:/",
  "https:\\\\",
  " https://",
  "ftp://",
  "foo://",
  "//",
  "",
  "\thttps://",
  "x:",
);
const withSecret = fc.oneof(
  fc.tuple(start, secret, fc.constantFrom("@", ":pw@", "/@", "?@", "#@"), host).map((parts) => parts.join("")),
  fc.tuple(start, fc.constantFrom("user:", ":", "a/b", "u:p/"), secret, fc.constant("@"), host).map((parts) => parts.join("")),
  fc
    .tuple(start, host, fc.constantFrom("/", "?", "#", "\\", ":0/", ":99999/", "/?", "/#", "/x, ", "/ "), secret)
    .map((parts) => parts.join("")),
  fc.tuple(fc.constantFrom("https://a.acme.dev/ ", "x "), secret).map((parts) => parts.join("")),
);
const holding = fc.oneof(
  withSecret,
  withSecret.map((url) => ({ url })),
  secret.map((key) => ({ [key]: "https://a.acme.dev", url: "https://a.acme.dev/" })),
  secret.map((value) => ({ url: "https://a.acme.dev", password: value, name: `${value}é`, healthCheckPath: value })),
  withSecret.map((url) => [url]),
);

test("for every entry with a secret in it, the secret is in no finding", () => {
  fc.assert(
    fc.property(holding, fc.constantFrom(...lists), (entry, list) => {
      const said = JSON.stringify(entryFindings(entry, "here", list)).toLowerCase();
      expect(said).not.toMatch(/zq[a-z0-9]{8}x/);
    }),
    { numRuns: 5_000 },
  );
});
