/** Text within the width of a screen. */
import wrapAnsi from "wrap-ansi";

/** Wraps at spaces; every line begins with `indent`, the first with `first` in its place. */
export function wrapped(text: string, columns: number, indent: string, first: string = indent): string {
  const lines = wrapAnsi(text, Math.max(20, columns - indent.length), { hard: false, trim: true }).split("\n");
  return lines.map((line, i) => `${i === 0 ? first : indent}${line}`).join("\n");
}
