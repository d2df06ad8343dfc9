/** Request bodies and the ways to frame them, honest and not. One character per byte. */
import fc from "fast-check";
import { CANARY } from "../support/checks.ts";

/** What follows the other fields of a head: framing fields, the blank line, and bytes. */
export interface Framed {
  readonly lines: readonly string[];
  readonly bytes: string;
}

/** Whoever takes the end of a body for a request sends this one on. */
export const SMUGGLED = "POST /push/jmap?smuggled HTTP/1.1\r\nHost: lb.example\r\nContent-Length: 0\r\n\r\n";

const body = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 100_000 }).map((size) => "b".repeat(size)) },
  {
    weight: 6,
    arbitrary: fc.constantFrom("", "x", SMUGGLED, `\r\n\r\n${SMUGGLED}`, `0\r\n\r\n${SMUGGLED}`, "\x00\xff", `{"k":"${CANARY}"}`),
  },
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom("\r", "\n", "0", "a", ";", " ", "\x00", "\xff"), maxLength: 20 }) },
);

/** Bytes in chunks of these sizes, the last one taking what is left; `extra` behind each size and at the end. */
function chunked(
  bytes: string,
  sizes: readonly number[],
  write: { size: (size: number) => string; end?: string; trailers?: string },
): string {
  const { size: sizeOf, end = "\r\n", trailers = "" } = write;
  let text = "";
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    const piece = bytes.slice(at, at + size);
    if (piece === "") continue;
    text += `${sizeOf(piece.length)}${end}${piece}${end}`;
    at += size;
  }
  return `${text}${sizeOf(0)}${end}${trailers}${end}`;
}

const hex = (size: number): string => size.toString(16);
const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 });

const none = fc.constant<Framed>({ lines: [], bytes: "" });
const byLength = body.map((bytes): Framed => ({ lines: [`Content-Length: ${bytes.length}`], bytes }));
const byChunks = fc
  .tuple(
    body,
    sizes,
    fc.constantFrom(
      hex,
      (size: number) => hex(size).toUpperCase(),
      (size: number) => `000${hex(size)}`,
    ),
  )
  .map(([bytes, parts, size]): Framed => ({ lines: ["Transfer-Encoding: chunked"], bytes: chunked(bytes, parts, { size }) }));

/** Framing that is right. */
export const honest: fc.Arbitrary<Framed> = fc.oneof(none, byLength, byChunks);

const oddSize = fc.constantFrom<(size: number) => string>(
  ...[";x", ";x=y", '; x="y"', " ", "\t", ";", ",", "h", "\x00"].map((extra) => (size: number) => hex(size) + extra),
  ...["0x", "-", "+", " ", "fffffffffffffffff", "ffffffff", ""].map((extra) => (size: number) => extra + hex(size)),
  (size) => hex(size + 1),
  (size) => hex(Math.max(0, size - 1)),
  () => "",
  () => "zz",
);
const oddChunks = fc
  .tuple(
    body,
    sizes,
    fc.oneof(oddSize, fc.constant(hex)),
    fc.constantFrom("\r\n", "\n", "\r", ""),
    fc.constantFrom("", "X-T: 1\r\n", `${SMUGGLED}`, "X-T: 1\r\nContent-Length: 0\r\n"),
  )
  .map(
    ([bytes, parts, size, end, trailers]): Framed => ({
      lines: ["Transfer-Encoding: chunked"],
      bytes: chunked(bytes, parts, { size, end, trailers }),
    }),
  );

const oddLength = fc
  .tuple(
    body,
    fc.constantFrom<(length: number) => readonly string[]>(
      (n) => [`${n}`, `${n + SMUGGLED.length}`],
      (n) => [`${n}`, `${n}`],
      (n) => [`${n}, ${n}`],
      (n) => [`${n}, 0`],
      (n) => [`+${n}`],
      (n) => [`-${n}`],
      (n) => [`0x${hex(n)}`],
      (n) => [`${n}.0`],
      (n) => [`${n} x`],
      (n) => [`00${n}`],
      (n) => [`${n}\x00`],
      (n) => [`1${n}`],
      () => [""],
      () => ["18446744073709551616"],
      () => ["9007199254740993"],
      () => ["0"],
      () => ["1"],
    ),
  )
  .map(([bytes, lengths]): Framed => ({ lines: lengths(bytes.length).map((length) => `Content-Length: ${length}`), bytes }));

const conflict = fc
  .tuple(
    body,
    sizes,
    fc.boolean(),
    fc.constantFrom(
      "chunked",
      "Chunked",
      "xchunked",
      "gzip, chunked",
      "chunked, identity",
      "identity",
      "",
      " chunked",
      "chunked\x0b",
      '"chunked"',
      "chunked;q=1",
    ),
    fc.constantFrom("0", "4", "5", "1000"),
  )
  .map(([bytes, parts, lengthFirst, coding, length]): Framed => {
    const lines = [`Content-Length: ${length}`, `Transfer-Encoding: ${coding}`];
    return { lines: lengthFirst ? lines : lines.toReversed(), bytes: chunked(bytes, parts, { size: hex }) + SMUGGLED };
  });

const oddCoding = fc
  .tuple(
    body,
    fc.constantFrom(
      "Transfer-Encoding : chunked",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: gzip",
      "Transfer-Encoding:\r\n chunked",
      "Transfer-Encoding: chunked, chunked",
      "Transfer_Encoding: chunked",
      "Transfer-Encoding: identity",
      "X: y\rTransfer-Encoding: chunked",
    ),
  )
  .map(([bytes, line]): Framed => ({ lines: [line], bytes: chunked(bytes, [], { size: hex }) }));

/** Framing that at least one recipient would read in another way. */
export const dishonest: fc.Arbitrary<Framed> = fc.oneof(oddChunks, oddLength, conflict, oddCoding);
