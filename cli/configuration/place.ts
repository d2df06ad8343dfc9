/** Where a key stands in a TOML text, so that a finding can name its line. */

/**
 * The line of `key` in a table, counted from 1; `undefined` where it is written in a way that this does not read, such as
 * an inline table. A finding then goes without its line.
 */
export function lineOf(toml: string, table: readonly string[], key: string): number | undefined {
  let current: readonly string[] = [];
  for (const [i, line] of toml.split("\n").entries()) {
    const header = /^\s*\[([^[\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) current = parts(header);
    else if (/^\s*\[\[/.test(line)) current = ["[["];
    else if (isSame(current, table) && keyOf(line) === key) return i + 1;
  }
  return undefined;
}

const keyOf = (line: string): string | undefined => /^\s*("[^"]*"|'[^']*'|[\w-]+)\s*=/.exec(line)?.[1]?.replace(/^["']|["']$/g, "");

const parts = (header: string): readonly string[] => header.split(".").map((part) => part.trim().replace(/^["']|["']$/g, ""));

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join("\0") === other.join("\0");
