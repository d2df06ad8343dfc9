/** What an origin can write back. One character per byte. */
import fc from "fast-check";
import type { Script } from "../support/recorder.ts";
import { head } from "./answer-heads.ts";
import { fieldLines, legalLines } from "./fields.ts";
import { dishonest, honest } from "./framing.ts";
import { location } from "./locations.ts";

export interface OriginAnswer {
  readonly bytes: string;
  readonly ending: Script["ending"];
  readonly cuts: readonly number[];
}

/** Whoever takes what follows an answer for the next one gives this to somebody else. */
export const POISON = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nPOISONED";

const before = fc.oneof(
  { weight: 10, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((count) => "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(count)) },
  { weight: 1, arbitrary: fc.constantFrom("HTTP/1.1 100 Continue\r\n\r\n", "\r\n", "\n\n", "\x00", "x", "HTTP/1.1 102 \r\n\r\n", " ") },
);
const after = fc.oneof(
  { weight: 8, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constant(POISON) },
  { weight: 1, arbitrary: fc.constantFrom("\r\n", "x", "\x00".repeat(10), "HTTP/1.1 100 Continue\r\n\r\n") },
);
const cuts = fc.array(fc.nat(300), { maxLength: 2 });
const over = fc.constantFrom<Script["ending"]>("end", "end", "reset");

const garbage = fc.oneof(
  fc.constantFrom(
    "",
    "<html>CANARY</html>",
    "\x16\x03\x01\x02\x00",
    "SSH-2.0-OpenSSH\r\n",
    "HTTP",
    "HTTP/1.1",
    "HTTP/1.1 200",
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\n\nok",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\x00\x00\x12\x04\x00",
  ),
  fc.string({ unit: "binary-ascii", maxLength: 100 }),
);

/** The kinds of answers, each with what it stresses. */
export const ORIGIN_ANSWERS: Readonly<Record<string, fc.Arbitrary<OriginAnswer>>> = {
  // Framing is honest, so the connection can be kept: what is left on it is for the next request to find.
  "origin: heads": fc.record({
    bytes: fc.tuple(before, head(fieldLines, honest), after).map((parts) => parts.join("")),
    cuts,
    ending: fc.constantFrom("end"),
  }),
  "origin: kept connections": fc.record({
    bytes: fc
      .tuple(
        head(
          legalLines,
          honest.filter(({ lines }) => lines.length > 0),
          fc.constantFrom("200", "204", "304", "404", "500"),
        ),
        after,
      )
      .map((parts) => parts.join("")),
    cuts,
    ending: fc.constantFrom("keep"),
  }),
  "origin: framing": fc.record({
    bytes: fc.tuple(head(legalLines, fc.oneof(honest, dishonest)), after).map((parts) => parts.join("")),
    cuts,
    ending: over,
  }),
  "origin: cut short": fc.record({
    bytes: fc.tuple(head(legalLines, honest), fc.nat(1_000)).map(([bytes, at]) => bytes.slice(0, at % (bytes.length + 1))),
    cuts,
    ending: over,
  }),
  "origin: garbage": fc.record({ bytes: garbage, cuts, ending: over }),
  "origin: redirects": fc.record({
    bytes: fc
      .tuple(
        fc.constantFrom("301", "302", "303", "307", "308"),
        location,
        fc.oneof(
          { weight: 8, arbitrary: fc.constant("") },
          { weight: 1, arbitrary: fc.constantFrom("Set-Cookie: a=1\r\n", "Location: /landed\r\n", "Connection: location\r\n") },
        ),
      )
      .map(([code, to, more]) => `HTTP/1.1 ${code} Moved\r\n${more}Location: ${to}\r\nContent-Length: 0\r\n\r\n`),
    cuts: fc.constant([]),
    ending: fc.constantFrom("keep"),
  }),
};
