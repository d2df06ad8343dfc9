/** Header fields as hostile peers write them: lines of a head, one character per byte, without their ends. */
import fc from "fast-check";
import { CANARY } from "../support/checks.ts";

const NAMES = [
  "Authorization Cookie Accept Accept-Encoding User-Agent Range If-None-Match Via Forwarded X-Forwarded-For",
  "X-Forwarded-Proto X-Forwarded-Host X-Lb-Backend X-Served-By Cf-Connecting-Ip Cdn-Loop Max-Forwards Priority",
  "Keep-Alive Proxy-Connection Proxy-Authenticate Proxy-Authorization Te Trailer Upgrade Expect Http2-Settings",
  "Content-Encoding Content-Type Content-Md5 Date Origin Referer X-A x-b __proto__ constructor hasOwnProperty",
].flatMap((names) => names.split(" "));
const VALUES = [
  ...[
    "",
    "x",
    "a, b",
    `Bearer ${CANARY}`,
    "gzip",
    "identity",
    "websocket",
    "h2c",
    "100-continue",
    "trailers",
    "chunked",
    "close",
    "0",
    "-1",
  ],
  ...["\xff\xfe", "\xc3\xa9", "\xf0\x9f\x98\x80", "\xe2\x80\xae", '"', "\\", "%0d%0aX-Injected: 1", "=?utf-8?q?x?=", "a\tb", "\x80\x9f"],
];

/** A field that every recipient should take, whatever it means. */
const legal = fc
  .tuple(
    fc.oneof(fc.constantFrom(...NAMES), fc.stringMatching(/^[!#$%&'*+.^_`|~A-Za-z0-9-]{1,12}$/)),
    fc.oneof(fc.constantFrom(...VALUES), fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/)),
  )
  // Framing and routing have generators of their own.
  .filter(([name]) => !/^(?:host|content-length|transfer-encoding|connection)$/i.test(name))
  .map(([name, value]) => `${name}: ${value}`);

const connection = fc
  .array(
    fc.constantFrom(
      "close",
      "keep-alive",
      "Upgrade",
      "X-A",
      "x-b",
      "Authorization",
      "Host",
      "Content-Length",
      "Transfer-Encoding",
      "Cookie",
      "content-encoding",
      "",
      "not a token",
      "\xff",
      "__proto__",
      "TE",
    ),
    { maxLength: 4 },
  )
  .map((names) => `Connection: ${names.join(", ")}`);

const flood = fc.oneof(
  fc.integer({ min: 1, max: 1_500 }).map((count) => Array.from({ length: count }, (_, i) => `X-Many-${i}: ${i}`)),
  fc.integer({ min: 1, max: 1_500 }).map((count) => Array.from({ length: count }, () => "X-Same: y")),
  fc.integer({ min: 1, max: 200_000 }).map((size) => [`X-Huge: ${"h".repeat(size)}`]),
  fc.integer({ min: 1, max: 3_000 }).map((count) => [`Connection: ${Array.from({ length: count }, (_, i) => `x-${i}`).join(",")}`]),
);

/** Lines that RFC 9112 has no room for. */
const odd = fc.constantFrom(
  ...[
    "X-Fold: a\r\n b",
    "X-Cr: a\rX-Injected: 1",
    "X-Lf: a\nX-Injected: 1",
    "X-Nul: a\x00b",
    "X Space: 1",
    "X-Space : 1",
    ": no name",
    "no colon",
  ],
  ...[
    " leading",
    "\tX-Tab: 1",
    "X-\xff: 1",
    "X-Ctl: \x01\x1b\x7f",
    "\x00: 1",
    "Host: evil.example",
    "Host:",
    "(): 1",
    "X-Empty:",
    `${CANARY} ${CANARY}`,
  ],
);

/** Lines of a head. */
export const fieldLines: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 6, arbitrary: legal }, { weight: 1, arbitrary: connection }), { maxLength: 5 }),
    fc.oneof({ weight: 30, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: flood }),
    fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: odd.map((line) => [line]) }),
  )
  .map(([some, many, one]) => [...some, ...many, ...one]);

/** Lines that are legal. */
export const legalLines: fc.Arbitrary<readonly string[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: legal }, { weight: 1, arbitrary: connection }),
  { maxLength: 6 },
);
