/** Text within the width of a screen. */
import wrapAnsi from "wrap-ansi";

const HELD = "\u{a0}";

/**
 * Wraps at spaces; every line begins with `indent`, the first with `first` in its place. What stands between double spaces is
 * there to be copied, and stays on one line, on a line of its own if it has to.
 */
export function wrapped(text: string, columns: number, indent: string, first: string = indent): string {
  const held = text
    .split("  ")
    .map((part, i) => (i % 2 === 1 ? part.replaceAll(" ", HELD) : part))
    .join("  ")
    // A comma or colon behind it goes with it.
    .replace(/ {2}(?=[,:;] )/g, HELD + HELD);
  const lines = wrapAnsi(held, Math.max(20, columns - indent.length), { hard: false, trim: true })
    .replaceAll(HELD, " ")
    .split("\n");
  return lines.map((line, i) => `${i === 0 ? first : indent}${line}`).join("\n");
}
