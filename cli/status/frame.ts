/** What of a watch a terminal has room for: nothing scrolls out of its top, where the sum of it all stands. */
import wrapAnsi from "wrap-ansi";

/** Of a terminal, in characters. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Each line by itself, colours included. */
export interface Parts {
  /** Always there. */
  readonly top: readonly string[];
  /** Empty without a row. */
  readonly tableHead: string;
  readonly rows: readonly Row[];
  /** What stands above the changes. */
  readonly since: string;
  /** The latest last. */
  readonly changes: readonly string[];
}

interface Row {
  readonly text: string;
  readonly isDown: boolean;
}

/** As many of the changes give way to the table. */
const CHANGES_KEPT = 3;

/** Less of the changes first, then of the origins that are up, then of the others. */
export function fitted({ top, tableHead, rows, since, changes }: Parts, size: Size): string {
  const heightOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + lineHeight(line, size), 0);
  // The cursor stands on a line of its own below.
  const room = size.rows - 1 - heightOf([...top, ""]);
  // With more rows than lines their height does not matter.
  const tableHeight = rows.length === 0 ? 0 : rows.length > room ? room : heightOf([tableHead, ...rows.map(({ text }) => text), ""]);
  const bottom = (count: number): readonly string[] => [since, ...(count === 0 ? [] : changes.slice(-count))];
  let kept = changes.length;
  while (kept > CHANGES_KEPT && tableHeight + heightOf(bottom(kept)) > room) kept--;
  const below = bottom(kept);
  const left = room - heightOf(below);
  if (tableHeight <= left) return [...top, "", ...(rows.length === 0 ? [] : [...tableOf(tableHead, rows), ""]), ...below].join("\n");
  const withChanges = cut(tableHead, rows, left - 1, size);
  if (withChanges !== undefined) return [...top, "", ...withChanges, "", ...below].join("\n");
  return [...top, "", ...(cut(tableHead, rows, room, size) ?? [])].join("\n");
}

const tableOf = (head: string, rows: readonly Row[]): readonly string[] => [head, ...rows.map(({ text }) => text)];

/** Within so many lines, in their order, and how many are not shown; `undefined` where not even one has room. */
function cut(head: string, rows: readonly Row[], lines: number, size: Size): readonly string[] | undefined {
  const urgent = [...rows.filter(({ isDown }) => isDown), ...rows.filter(({ isDown }) => !isDown)];
  const shown = new Set<Row>();
  let left = lines - lineHeight(head, size) - Math.max(...[0, rows.length].map((down) => lineHeight(rest(rows.length, down), size)));
  for (const row of urgent) {
    left -= lineHeight(row.text, size);
    if (left < 0) break;
    shown.add(row);
  }
  if (shown.size === 0) return undefined;
  const hidden = rows.filter((row) => !shown.has(row));
  const down = hidden.filter(({ isDown }) => isDown).length;
  const visible = rows.filter((row) => shown.has(row));
  return [...tableOf(head, visible), rest(hidden.length, down)];
}

const rest = (count: number, down: number): string => `… and ${count} more, ${down === 0 ? "none" : down} of them down`;

/** As what draws it breaks it: anywhere. */
const lineHeight = (line: string, { columns }: Size): number =>
  wrapAnsi(line, columns, { trim: false, hard: true, wordWrap: false }).split("\n").length;
