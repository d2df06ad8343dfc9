/** Where a key stands in a TOML text, so that a finding can name its line. */

/**
 * The line of `key` in a table, counted from 1; `undefined` where it is written in a way that this does not read, such as
 * an inline table. A finding then goes without its line.
 */
export function lineOf(toml: string, table: readonly string[], key: string): number | undefined {
  let current: readonly string[] = [];
  let open = 0;
  for (const [i, line] of withoutLongTexts(toml).split("\n").entries()) {
    const isInside = open > 0;
    const header = isInside ? undefined : /^\s*\[([^[\]]+)\]/.exec(line)?.[1];
    if (header === undefined) open += opened(line);
    if (header !== undefined) current = parts(header);
    else if (!isInside && /^\s*\[\[/.test(line)) current = ["[["];
    else if (!isInside && isSame(current, table) && keyOf(line) === key) return i + 1;
  }
  return undefined;
}

/** Texts of several lines and comments are no lines of TOML, whatever they look like; of a text its line ends are left. */
const withoutLongTexts = (toml: string): string =>
  toml.replace(TEXT, (text) => (text.startsWith("#") ? "" : /^("""|''')/.test(text) ? text.replace(/[^\n]/g, "") : text));

const TEXT = /'''.*?'''|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*/gs;

/** How many brackets of an array or a table in braces a line leaves open; below zero, closes. */
function opened(line: string): number {
  const marks = line.replace(TEXT, "");
  return marks.replace(/[^[{]/g, "").length - marks.replace(/[^\]}]/g, "").length;
}

const keyOf = (line: string): string | undefined => /^\s*("[^"]*"|'[^']*'|[\w-]+)\s*=/.exec(line)?.[1]?.replace(/^["']|["']$/g, "");

const parts = (header: string): readonly string[] => header.split(".").map((part) => part.trim().replace(/^["']|["']$/g, ""));

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join("\0") === other.join("\0");
