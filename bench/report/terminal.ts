/** Tables as a terminal shows them. */
import Table from "cli-table3";
import pc from "picocolors";
import type { Table as Content } from "../scenario.ts";

export function terminalTable({ title, head, rows, notes = [] }: Content): string {
  const table = new Table({
    head: [...head],
    style: { head: [], border: [], compact: true },
    colAligns: head.map((_, column) => (column === 0 ? "left" : "right")),
  });
  table.push(...rows.map((row) => row.map(coloured)));
  return [pc.bold(title), table.toString(), ...notes.map(pc.dim), ""].join("\n");
}

const coloured = (cell: string): string => (cell === "reached" ? pc.green(cell) : cell === "missed" ? pc.red(cell) : cell);
