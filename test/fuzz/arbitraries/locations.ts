/** `Location` values: ways to spell what no redirect may lead to, ways to lead out, and honest ones. One character per byte. */
import fc from "fast-check";

/** Stands for an origin's own address, which only the world knows. */
export const SELF = "{self}";
/** Stands for a server that no request may reach. */
export const STRANGER = "{stranger}";

const encode = (text: string): string => [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");

/** Ways to write one character of a path. */
const spelled = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...path].map((one) =>
        fc.constantFrom(
          one,
          one,
          one,
          one,
          one.toUpperCase(),
          encode(one),
          encode(encode(one)),
          one === "/" ? "\\" : one,
          one === "/" ? "//" : one,
        ),
      ),
    )
    .map((all) => all.join(""));

const detour = fc.constantFrom(
  "",
  "",
  "/x/..",
  "/./",
  "/%2e/",
  "/x/%2e%2e",
  "/x%2f..",
  "//",
  "/;p/",
  "/x;/..",
  "/..",
  "/%2e%2e/",
  "/.x/..",
  "/.a/.b/../..",
  "\t",
  "/%09",
  "/x/..;a=b",
);
const absent = fc
  .tuple(
    detour,
    fc
      .constantFrom(
        "/debug/",
        "/debug/vars",
        "/api/bootstrap",
        "/api/bootstrap/",
        "/api/x/../bootstrap",
        "/debug/..;/vars",
        "/debug/x/../vars",
      )
      .chain(spelled),
    fc.constantFrom("", "?q", "#f", "%00", ";x", "%20", "/", "?/..", "%3f", "%23"),
  )
  .map((parts) => parts.join(""));

const base = fc.constantFrom(
  ...[
    "",
    "",
    "",
    SELF,
    SELF,
    STRANGER,
    `${SELF.replace("}", "")}-http}`,
    "https://evil.example",
    "//evil.example",
    "\\\\evil.example",
    "https:",
    "http:",
    "https:/",
    "https:\\\\",
  ],
  ...[
    "https://user:pw@localhost",
    "https://@localhost",
    "//localhost",
    "ftp://localhost",
    "javascript:",
    "data:,x",
    "wss://localhost",
    "blob:https://localhost/",
    "HTTPS://LOCALHOST",
    "https://localhost.",
    "https://127.0.0.1",
    "https://[::1]",
    " ",
    "\t",
  ],
);

/** Any `Location`. */
export const location: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(base, absent).map((parts) => parts.join("")),
  fc
    .tuple(
      base,
      fc.constantFrom(
        "",
        "/",
        "/landed",
        "/landed?x=1",
        "/caf\xc3\xa9",
        "/\xff",
        "?q",
        "#f",
        "landed",
        "../x",
        "/a%2fb",
        "//",
        "/api/status",
      ),
    )
    .map((parts) => parts.join("")),
  fc.constantFrom(
    `${SELF}@evil.example/`,
    `${SELF}.evil.example/`,
    `${STRANGER}/?${SELF}`,
    `${STRANGER}#@localhost`,
    "//localhost:1/",
    `https://user@{host}/debug/`,
    "//user@{host}/",
    "/\r/evil.example",
    "x".repeat(20_000),
  ),
);
