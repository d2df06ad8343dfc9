/**
 * Where a text stops being JSON. `JSON.parse` tells it in words that differ from release to release and quote the text,
 * which may hold a secret; so the grammar of RFC 8259 is read here once more, for the place alone.
 */

const TOKEN =
  /[\t\n\r ]*(?:("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{},:]))/uy;

/** What may come next. */
type State = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end";

interface Reading {
  readonly state: State;
  /** The brackets that are open. */
  readonly open: string;
}

/** The offset of the first token that cannot stand where it stands, or of the end where more is wanted; `undefined` in JSON. */
export function jsonEnd(text: string): number | undefined {
  let reading: Reading | undefined = { state: "value", open: "" };
  let at = 0;
  while (reading !== undefined) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const start = at + (/^[\t\n\r ]*/.exec(text.slice(at))?.[0].length ?? 0);
    if (found === null) return start === text.length && reading.state === ", or end" && reading.open === "" ? undefined : start;
    reading = next(reading, kindOf(found));
    if (reading === undefined) return start;
    at = TOKEN.lastIndex;
  }
  return at;
}

const kindOf = ([, string, scalar, mark]: RegExpExecArray): string =>
  string !== undefined ? "string" : scalar !== undefined ? "scalar" : (mark ?? "");

function next({ state, open }: Reading, token: string): Reading | undefined {
  const closes = (token === "]" && open.endsWith("[")) || (token === "}" && open.endsWith("{"));
  if (closes && [", or end", token === "]" ? "value or ]" : "key or }"].includes(state)) {
    return { state: ", or end", open: open.slice(0, -1) };
  }
  if (state === ":") return token === ":" ? { state: "value", open } : undefined;
  if (state === ", or end") return token === "," && open !== "" ? { state: open.endsWith("[") ? "value" : "key", open } : undefined;
  if (state === "key" || state === "key or }") return token === "string" ? { state: ":", open } : undefined;
  if (token === "string" || token === "scalar") return { state: ", or end", open };
  if (token === "[") return { state: "value or ]", open: `${open}[` };
  return token === "{" ? { state: "key or }", open: `${open}{` } : undefined;
}

/** The place in words: the character, and of a text of several lines the line. Both are counted from 1. */
export function placeIn(text: string, offset: number): string {
  if (offset >= text.trimEnd().length) return "at its end";
  const before = text.slice(0, offset).split("\n");
  const column = `character ${(before.at(-1)?.length ?? 0) + 1}`;
  return text.trim().includes("\n") ? `at line ${before.length} of the value, ${column}` : `at ${column}`;
}
