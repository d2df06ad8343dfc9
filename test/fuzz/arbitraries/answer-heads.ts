/** Status lines, and the fields that only answers have. One character per byte. */
import fc from "fast-check";
import type { Framed } from "./framing.ts";

const reason = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(" OK", " ", " Something Else") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      " \xc3\xa9",
      " \xff\xfe",
      " a\tb",
      " \x01\x7f",
      ` ${"r".repeat(5_000)}`,
      " HTTP/1.1 200 OK",
      " \x00",
      " a\rX-A: 1",
    ),
  },
);
const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant("HTTP/1.1") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("HTTP/1.0", "HTTP/2", "HTTP/2.0", "HTTP/0.9", "http/1.1", "ICY", "HTTP/1.1 ", "", "RTSP/1.0", "HTTP/9.9"),
  },
);
const status = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("200", "201", "204", "206", "304", "400", "401", "404", "409", "418", "429", "500", "502", "503", "599"),
  },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_100 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "100",
      "101",
      "102",
      "103",
      "199",
      "20",
      "2000",
      "0",
      "-1",
      "+200",
      "2OO",
      "",
      "99999999999",
      "0200",
      "20\x00",
      "600",
      "999",
    ),
  },
);

const answerLines = fc.constantFrom(
  ...[
    "Set-Cookie: a=1; Path=/",
    "Set-Cookie: b=2",
    "Set-Cookie:",
    "Set-Cookie: \xff",
    "Content-Encoding: gzip",
    "Content-Encoding: br",
    "Content-Encoding: x",
    "Content-Encoding: gzip, br",
  ],
  ...[
    "Content-Encoding: GZIP",
    "Content-Encoding: deflate",
    "Vary: *",
    "Age: -1",
    "X-Lb-Backend: https://evil.example",
    "X-Served-By: evil",
    "Upgrade: websocket",
    "Upgrade: h2c",
  ],
  ...[
    'Alt-Svc: h3=":443"',
    "Connection: upgrade",
    "Connection: close",
    "Connection: set-cookie, content-type",
    "Connection: content-length",
    "Connection: content-encoding",
    "Connection: x-lb-backend",
    "Retry-After: x",
    "Content-Type: \xff",
  ],
);

/** An answer with these fields and this body, and now and then something odd in its status line. */
export const head = (
  lines: fc.Arbitrary<readonly string[]>,
  framed: fc.Arbitrary<Framed>,
  code: fc.Arbitrary<string> = status,
): fc.Arbitrary<string> =>
  fc
    .tuple(version, code, reason, lines, fc.array(answerLines, { maxLength: 3 }), framed)
    .map(
      ([first, number, phrase, some, more, { lines: framing, bytes }]) =>
        `${first} ${number}${phrase}\r\n${[...some, ...more, ...framing].map((line) => `${line}\r\n`).join("")}\r\n${bytes}`,
    );
