/** Bodies of any length that need no memory. */

const PIECE = Buffer.alloc(262_144, "x");

/** That many bytes, piece by piece. */
export function* pieces(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
}
