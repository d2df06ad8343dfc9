/** Tables as Markdown. */
import type { Table, Verdict } from "../scenario.ts";

/** A heading of the third level, the table, and its notes. */
export function markdownOf({ title, head, rows, notes = [] }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = head.map((_, column) => (column === 0 ? "---" : "--:"));
  const parts = [`### ${title}`, [line(head), line(rule), ...rows.map(line)].join("\n"), ...notes];
  return `${parts.join("\n\n")}\n`;
}

/** The targets as a table. */
export function targetsTable(verdicts: readonly Verdict[]): Table {
  return {
    title: "Targets",
    head: ["target", "candidate", "limit", "measured", "verdict"],
    rows: verdicts.map(({ target, candidate, limit, measured, reached }) => [
      target,
      candidate,
      limit,
      measured,
      reached ? "reached" : "missed",
    ]),
  };
}
