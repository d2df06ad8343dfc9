/** Tables as Markdown. */
import type { Table } from "../scenario.ts";

/** A heading of the third level, the table, and its notes. */
export function markdownOf({ title, head, rows, notes = [] }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = head.map((_, column) => (column === 0 ? "---" : "--:"));
  const parts = [`### ${title}`, [line(head), line(rule), ...rows.map(line)].join("\n"), ...notes];
  return `${parts.join("\n\n")}\n`;
}
