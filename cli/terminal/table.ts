/** A table without lines: as readable in a pipe as on a screen, and columns for those who cut it up. */
import Table from "cli-table3";
import type { Screen } from "../io.ts";

const NO_LINES = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** The head is dim; no line ends in spaces. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], { colors }: Pick<Screen, "colors">): string {
  const drawn = new Table({
    head: head.map(colors.dim),
    chars: NO_LINES,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  drawn.push(...rows.map((row) => [...row]));
  return drawn
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}
