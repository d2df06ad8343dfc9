import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseOrigins, parseOriginUrl } from "../../../src/engine/origins.ts";
import { origin } from "../../support/settings.ts";

/** Entries are plain origins, as far as the engine's own part goes. */
const readEntry = (entry: unknown) => {
  const url = parseOriginUrl(entry);
  return url === undefined ? undefined : origin(url);
};
const parseList = (value: unknown) => parseOrigins(value, readEntry);

const MALFORMED = { kind: "malformed" };
const NONE = { kind: "none" };

describe("C-HTTPS-INBOUND: an origin is https, a host, maybe a port, and is normalised", () => {
  test.for([
    ["https://a.example", "https://a.example"],
    ["https://a.example/", "https://a.example"],
    ["https://a.example:443", "https://a.example"],
    ["https://a.example:443/", "https://a.example"],
    ["https://a.example:8443", "https://a.example:8443"],
    ["https://A.Example", "https://a.example"],
    ["HTTPS://a.example", "https://a.example"],
    ["https://127.0.0.1:8443", "https://127.0.0.1:8443"],
    ["https://[::1]:8443", "https://[::1]:8443"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://a-b.sub.example", "https://a-b.sub.example"],
    ["https://localhost", "https://localhost"],
  ] as const)("%s is %s", ([entry, url]) => {
    expect(parseOriginUrl(entry)).toBe(url);
  });
});

const NO_ORIGINS: readonly unknown[] = [
  "",
  " ",
  "a.example",
  "//a.example",
  "https:",
  "https:/",
  "https://",
  "https:///",
  "http://a.example",
  "ftp://a.example",
  "wss://a.example",
  "javascript:alert(1)",
  "blob:https://a.example/x",
  "https://a.example/path",
  "https://a.example//",
  "https://a.example/.",
  "https://a.example/?",
  "https://a.example/#",
  "https://a.example?q=1",
  "https://a.example#f",
  "https://user@a.example",
  "https://user:secret@a.example",
  "https://:secret@a.example",
  "https://a.example:99999",
  "https://a.example:port",
  "https://a b.example",
  "https://a.example, https://b.example",
  "https://[::1",
  null,
  true,
  0,
  443,
  {},
  [],
  ["https://a.example"],
  { url: "https://a.example" },
  { origin: "https://a.example", weight: 2 },
];

/** `new URL` would take each of these for something that was not written. */
const FORGIVEN: readonly string[] = [
  "https:a.example",
  "https:/a.example",
  "https:///a.example",
  "https:////a.example",
  "https:\\\\a.example",
  "https:/\\a.example",
  "https://a.example\\",
  "\thttps://a.example",
  " https://a.example",
  "https://a.example ",
  "https://a.example\n",
  "https://a.\texample",
  "ht\ntps://a.example",
  "https://a.example\r/",
  "https://a.example\u0000",
  "https://a.example\u001f",
  "\u0001https://a.example",
  "https://a.example?",
  "https://a.example/?",
  "https://a.example#",
  "https://a.example/#",
  "https://@a.example",
  "https://:@a.example",
  "https://a.example:",
  "https://a.example:/",
  "https://a.example:0443",
  "https://a.example:08443",
  "https://%61.example",
  "https://1",
  "https://127.1",
  "https://0x7f.0.0.1",
  "https://a.example/.",
  "https://a.example/./",
  "https://a.example/x/..",
  // The same repairs, where the host has more than one honest spelling.
  "https://bücher.example:",
  "https://bücher.example:0443",
  "https://[::1]:",
  "https://[::1]:0443",
  // Characters that nobody sees, as come along when an address is copied from a page.
  "https://a.example\u200b",
  "https://a.ex\u00adample",
  "https://a.example\u2060:8443",
  // Digits of another script make an address of 1.
  "https://１",
];

describe("C-HTTPS-INBOUND: anything else is no origin", () => {
  test.for(NO_ORIGINS.map((entry) => [JSON.stringify(entry), entry] as const))("%s", ([, entry]) => {
    expect(parseOriginUrl(entry)).toBeUndefined();
    expect(parseList([entry])).toEqual(MALFORMED);
  });

  test.for(FORGIVEN.map((entry) => [JSON.stringify(entry), entry] as const))("a spelling that URL forgives: %s", ([, entry]) => {
    expect(URL.canParse(entry)).toBe(true);
    expect(parseOriginUrl(entry)).toBeUndefined();
  });
});

describe("a list of origins", () => {
  test.for([
    ["nothing", undefined, NONE],
    ["no text", "", NONE],
    ["blank text", " \n", NONE],
    ["an empty array as text", "[]", NONE],
    ["an empty array", [], NONE],
    ["null", null, MALFORMED],
    ["null as text", "null", MALFORMED],
    ["text that is no JSON", "https://a.example", MALFORMED],
    ["half a JSON text", '["https://a.example"', MALFORMED],
    ["single quotes", "['https://a.example']", MALFORMED],
    ["a comma at the end", '["https://a.example",]', MALFORMED],
    ["a JSON string", '"https://a.example"', MALFORMED],
    ["an object", { 0: "https://a.example", length: 1 }, MALFORMED],
    ["an object as text", '{"a":"https://a.example"}', MALFORMED],
    ["a number", 5, MALFORMED],
    ["true", true, MALFORMED],
    ["an array in an array", [["https://a.example"]], MALFORMED],
    ["an array with a hole", new Array<string>(2), MALFORMED],
  ] as const)("%s", ([, value, expected]) => {
    expect(parseList(value)).toEqual(expected);
  });

  test("keeps its order, and the first of repeated origins", () => {
    const text = '["https://b.example:443","https://a.example/","https://B.example","https://c.example","https://a.example"]';
    expect(parseList(text)).toEqual({
      kind: "configured",
      origins: [origin("https://b.example"), origin("https://a.example"), origin("https://c.example")],
    });
  });

  test("what is malformed is told without any part of the value", () => {
    expect(JSON.stringify(parseList('["https://user:secret@a.example"]'))).toBe('{"kind":"malformed"}');
  });
});

const label = fc.stringMatching(/^[a-z]([a-z0-9]{0,8}[a-z])?$/);
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const goodEntry = fc
  .tuple(fc.constantFrom("https://", "HTTPS://"), host, port, fc.constantFrom("", "/"))
  .map(([scheme, name, number, slash]) => `${scheme}${name}${number === undefined ? "" : `:${number}`}${slash}`);
/** Text near enough to an origin to be taken for one now and then. */
const anyEntry = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.webUrl(),
  goodEntry,
  fc
    .tuple(
      goodEntry,
      fc.nat(),
      fc.constantFrom("\t", "\n", " ", "\\", "?", "#", "@", "/", ":", "%41", "..", "ж", "\u200b", "\u00ad", "\u0000", "．", "１"),
    )
    .map(([text, at, extra]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + extra + text.slice(place);
    }),
);

describe("for every text", () => {
  test("what is accepted is an https origin in its one normal spelling", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const url = parseOriginUrl(entry);
        if (url === undefined) return;
        const read = new URL(url);
        expect([read.protocol, read.origin, read.href]).toEqual(["https:", url, `${url}/`]);
        expect([read.username, read.password, read.search, read.hash]).toEqual(["", "", "", ""]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("what is accepted was written like that, but for case, a default port and a closing slash", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const url = parseOriginUrl(entry);
        if (url === undefined || /[^\0-\x7f[]/.test(entry) || entry.includes("[")) return;
        const written = entry.toLowerCase().replace(/\/$/, "");
        expect([url, `${url}:443`]).toContain(written);
      }),
      { numRuns: 2_000 },
    );
  });

  test("reading a normalised origin again gives the same", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const url = parseOriginUrl(entry);
        if (url !== undefined) expect(parseOriginUrl(url)).toBe(url);
      }),
      { numRuns: 1_000 },
    );
  });
});

test("for every value, a list is read without an exception, and only from text or an array", () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything({ withNullPrototype: true, withDate: true }), fc.json(), fc.string()), (value) => {
      const list = parseList(value);
      expect(["configured", "none", "malformed"]).toContain(list.kind);
      if (list.kind === "configured") expect(typeof value === "string" || Array.isArray(value)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

describe("for every list", () => {
  test("good entries are configured, each once, in first place", () => {
    fc.assert(
      fc.property(fc.array(goodEntry, { minLength: 1, maxLength: 8 }), (entries) => {
        const urls = [...new Set(entries.map((entry) => new URL(entry).origin))];
        expect(parseList(entries)).toEqual({ kind: "configured", origins: urls.map(origin) });
      }),
    );
  });

  test("one bad entry makes the whole of it malformed", () => {
    fc.assert(
      fc.property(fc.array(goodEntry, { maxLength: 6 }), fc.constantFrom(...NO_ORIGINS, ...FORGIVEN), fc.nat(), (entries, bad, at) => {
        const place = at % (entries.length + 1);
        expect(parseList([...entries.slice(0, place), bad, ...entries.slice(place)])).toEqual(MALFORMED);
      }),
    );
  });

  test("an array that the platform has parsed means the same as its JSON text", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(goodEntry, anyEntry, fc.jsonValue()), { maxLength: 5 }), (list) => {
        expect(parseList(list)).toEqual(parseList(JSON.stringify(list)));
      }),
    );
  });
});
