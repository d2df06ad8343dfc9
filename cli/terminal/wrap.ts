/** Text within the width of a screen. */
import wrapAnsi from "wrap-ansi";

/** What stands between two spaces on both sides, or up to the end: something to be copied. A comma or colon after it stays with it. */
const TO_COPY = /(?<=\S {2})\S.*?(?: {2}[,:](?= )|(?= {2}|$))/g;
const HELD = "\u{a0}";

/**
 * Wraps at spaces; every line begins with `indent`, the first with `first` in its place. What stands between double spaces is
 * there to be copied, and stays on one line, on a line of its own if it has to.
 */
export function wrapped(text: string, columns: number, indent: string, first: string = indent): string {
  const held = text.replace(TO_COPY, (copy) => copy.replaceAll(" ", HELD));
  const lines = wrapAnsi(held, Math.max(20, columns - indent.length), { hard: false, trim: true })
    .replaceAll(HELD, " ")
    .split("\n");
  return lines.map((line, i) => `${i === 0 ? first : indent}${line}`).join("\n");
}
