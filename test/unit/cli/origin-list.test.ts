/** A value that is no list: where it stops being JSON, why, and the list that was meant. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonEnd, placeIn } from "../../../cli/check/origins/json-end.ts";
import { notArray, notJson } from "../../../cli/check/origins/not-a-list.ts";
import { salvage } from "../../../cli/check/origins/recognise.ts";
import type { Giver } from "../../../cli/configuration/variables.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("where a text stops being JSON", () => {
  test.for([
    ["", 0],
    ["[", 1],
    ["[,", 1],
    ['["a",]', 5],
    ["['a']", 1],
    ['["a" "b"]', 5],
    ['["a"]]', 5],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ["{a:1}", 1],
    ['["a"}', 4],
    ['["a', 1],
    ['["\\x"]', 1],
    ["https://a", 0],
    ["[01]", 2],
    ['["\ud800"]', undefined],
    ['["\u0085\u007f"]', undefined],
    [' [ "a" , {"b": [1e5, -0.5, null]} ] ', undefined],
  ] as const)("%j: %s", ([text, offset]) => expect(jsonEnd(text)).toBe(offset));

  const edited = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom("", ",", '"', "[", "]", "}", ":", "'", " ", "0", "\\", "\n", "\u0001"))
    .map(([text, at, cut, extra]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + extra + text.slice(place + cut);
    });
  test("for every text, there is such a place if and only if JSON.parse rejects it", () => {
    fc.assert(
      fc.property(fc.oneof(edited, fc.json(), fc.string()), (text) => {
        expect(jsonEnd(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test.for([
    ["[,]", 1, "at character 2"],
    ['[\n "a",\n]', 8, "at line 3 of the value, character 1"],
    ["[\n", 2, "at its end"],
  ] as const)("%j: in words", ([text, offset, words]) => expect(placeIn(text, offset)).toBe(words));
});

const variable = (value: unknown, giver: Giver = "vars") => ({ name: "LIST", value, giver, where: "here" });

describe("text that is no JSON is told with its usual cause and the list that was meant", () => {
  const both = `LIST = '["https://a.acme.dev", "https://b.acme.dev"]'`;
  const one = `LIST = '["https://a.acme.dev"]'`;
  test.for([
    ["https://a.acme.dev", /no list/, one],
    ["a.acme.dev", /no list/, one],
    ["https://a.acme.dev,https://b.acme.dev", /brackets and quotes/, both],
    ["https://a.acme.dev http://b.acme.dev:80/x", /brackets and quotes/, both],
    ["['https://a.acme.dev', 'https://b.acme.dev']", /single quotes.*character 2$/, both],
    ['["https://a.acme.dev", "https://b.acme.dev",]', /comma after the last/, both],
    ['["https://a.acme.dev"', /bracket at its end/, one],
    ['"https://a.acme.dev"]', /bracket at its beginning/, one],
    ['["https://a.acme.dev" "https://b.acme.dev"]', /between two entries/, both],
    ["[“https://a.acme.dev”]", /typographic/, one],
    ['[\\"https://a.acme.dev\\"]', /backslashes/, one],
    ["[https://a.acme.dev, https://b.acme.dev]", /no quotes/, both],
    ['[{url: "https://a.acme.dev"}]', /character 3$/, one],
    ["hunter2", /no list/, "https://a.example.com"],
    ["hunter2.acme https://a.acme.dev HUNTER2", /brackets/, one],
    ["https://x:hunter2@c.acme.dev https://a.acme.dev", /brackets/, "https://a.example.com"],
  ] as const)("%s", ([text, found, advice]) => {
    const finding = notJson(variable(text), text);
    expect(finding).toMatchObject({ severity: "error", code: "origins-not-json", where: "here", found: expect.stringMatching(found) });
    expect(finding.advice).toContain(advice);
    expect(JSON.stringify(finding).toLowerCase()).not.toContain("hunter2");
  });

  test.for([
    [{ url: "https://a.acme.dev" }, one],
    ["https://a.acme.dev", one],
    [{ a: "https://a.acme.dev", b: { url: "https://b.acme.dev" } }, both],
    [{ url: "https://a.acme.dev", password: "hunter2.acme" }, one],
    [5, "https://a.example.com"],
    [null, "https://a.example.com"],
  ] as const)("JSON that is no array: %j", ([value, advice]) => {
    const finding = notArray(variable(JSON.stringify(value)), value);
    expect(finding.code).toBe("origins-not-array");
    expect(finding.advice).toContain(advice);
    expect(JSON.stringify(finding)).not.toContain("hunter2");
  });

  test("the line is written as its place wants it", () => {
    const advice = (giver: Giver) => notJson(variable("https://a.acme.dev", giver), "https://a.acme.dev").advice;
    expect(advice("vars")).toContain(`LIST = '["https://a.acme.dev"]'`);
    expect(advice("dev-vars")).toContain(`LIST='["https://a.acme.dev"]'`);
    expect(advice("option")).toContain(`--var 'LIST=["https://a.acme.dev"]'`);
  });
});

test("no IP address is salvaged, and no origin twice", () =>
  expect(salvage("https://192.0.2.1, https://a.acme.dev/, http://a.acme.dev")).toEqual(["https://a.acme.dev"]));

test("for every text with a secret behind a host or before an @, the secret is in no finding", () => {
  const secret = fc.stringMatching(/^zq[a-z0-9]{8}x$/);
  const item = fc.tuple(
    fc.constantFrom("https://a.acme.dev/", "https://a.acme.dev?", "a.acme.dev/", "https://u:", "key=", ""),
    secret,
    fc.constantFrom("", "@b.acme.dev", "/x"),
  );
  const text = fc
    .tuple(
      fc.array(
        item.map((parts) => parts.join("")),
        { minLength: 1, maxLength: 3 },
      ),
      fc.constantFrom(",", " ", "','", '" "'),
      fc.constantFrom("", "[", "['", "{"),
    )
    .map(([items, between, opening]) => opening + items.join(between));
  fc.assert(
    fc.property(text, (value) => {
      expect(JSON.stringify([notJson(variable(value), value), notArray(variable(value), value)])).not.toMatch(/zq[a-z0-9]{8}x/i);
    }),
    { numRuns: 2_000 },
  );
});
