/** Request targets: near the safelist, far from it, and in forms that no client should send. */
import fc from "fast-check";
import { ABSENT_PATHS, ROUTES } from "../../../src/messageweave/routes.ts";

const LISTED = ROUTES.map(([path]) => path);
const piece = fc.constantFrom(
  ...[
    "/",
    "//",
    "\\",
    "/.",
    "/..",
    "/./",
    "/../",
    "..;/",
    ";x=1",
    "%2e",
    "%2E%2e",
    "%2f",
    "%5c",
    "%00",
    "%0d%0a",
    "%20",
    "%",
    "%zz",
    "%25",
  ],
  ...["%c0%ae", "%252e%252e", "?", "#", "&", "=", ":", "@", "*", "~", "|", "{", "}", "[", "]", "<", ">", '"', "'", "`", "^", "+", "."],
  ...["\x00", "\x01", "\t", "\x0b", "\x0c", "\x7f", "\x80", "\xa0", "\xff", "\xc3\xa9", "\xe2\x80\xae", "debug", "Api", "status", "x"],
  ...[...ABSENT_PATHS, "//evil.example", "http://evil.example/", "/healthz-worker", "/__proto__", "/constructor"],
);

/** A listed path, whole or with something put into it. */
const nearListed = fc
  .tuple(fc.constantFrom(...LISTED, ...ABSENT_PATHS, "/healthz-worker"), fc.array(fc.tuple(fc.nat(40), piece), { maxLength: 4 }))
  .map(([path, extras]) => extras.reduce((text, [at, extra]) => text.slice(0, at) + extra + text.slice(at), path));

const oddForm = fc.constantFrom(
  ...["*", "evil.example:443", "api/status", "@evil.example/api/status", ":80/api/status", "https://evil.example/api/status", ""],
  ...[
    "http://evil.example/api/status",
    "HTTPS://lb.example/api/status",
    "https:/api/status",
    "?",
    "#",
    "//",
    "///api/status",
    "/\\evil.example/",
  ],
);

const query = fc.oneof(
  fc.constantFrom("", "?", "??", "?a=1&a=2", "?x#y?z", "?k=%00%ff", "?u=https://evil.example/"),
  fc.array(piece, { maxLength: 6 }).map((pieces) => `?${pieces.join("")}`),
);

/** One character per byte. */
export const target: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...LISTED) },
      { weight: 4, arbitrary: nearListed },
      { weight: 2, arbitrary: fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `/${pieces.join("")}`) },
      { weight: 1, arbitrary: oddForm },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 70_000 }).map((size) => `/${"x".repeat(size)}`) },
    ),
    query,
  )
  .map(([path, rest]) => path + rest);

/** Methods that a client could write. */
export const method: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("GET", "POST", "PUT") },
  { weight: 2, arbitrary: fc.constantFrom("HEAD", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "PROPFIND", "PURGE", "COPY", "MKCOL") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("get", "Get", "BREW", "PRI", "G\x00ET", "", "GET\t", " GET", "__proto__", "CONSTRUCTOR", "X".repeat(300)),
  },
);
