/** The repository as text: its files, its imports, its Markdown. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT: string = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

const NOT_OURS = new Set(["node_modules", "dist", ".git", ".wrangler"]);

/** Paths below a folder, from the root, in order. */
export function filesBelow(folder: string, ending = ""): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesBelow(path, ending);
      return entry.name.endsWith(ending) ? [path] : [];
    })
    .sort();
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** What a TypeScript file imports, types included: paths from the root, or the names of packages. */
export function importsOf(path: string): readonly string[] {
  return [...withoutComments(read(path)).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) =>
    name.startsWith(".") ? relative(ROOT, resolve(ROOT, dirname(path), name)) : name,
  );
}

/** TypeScript less its comments. */
export function withoutComments(source: string): string {
  return scan(source, true);
}

/** TypeScript less its comments, and with nothing left of its strings and regular expressions. */
export function codeOnly(source: string): string {
  return scan(source, false);
}

/** Where a `/` begins a regular expression and no division. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|of|in))\s*$/;

function scan(source: string, keepText: boolean): string {
  let out = "";
  let at = 0;
  /** Braces that are open inside each `${` of a template. */
  const templates: number[] = [];
  const text = (until: RegExp): void => {
    until.lastIndex = at;
    const end = until.exec(source) === null ? source.length : until.lastIndex;
    const whole = source.slice(at, end);
    out += keepText ? whole : `${whole[0]}${whole.at(-1)}`;
    at = end;
  };
  while (at < source.length) {
    const char = source[at] ?? "";
    if (source.startsWith("//", at)) at = Math.max(at + 2, source.indexOf("\n", at) === -1 ? source.length : source.indexOf("\n", at));
    else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) === -1 ? source.length : source.indexOf("*/", at) + 2;
    else if (char === '"') text(/"(?:[^"\\]|\\.)*"/gsy);
    else if (char === "'") text(/'(?:[^'\\]|\\.)*'/gsy);
    else if (char === "/" && BEFORE_REGEX.test(out)) text(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/gy);
    else if (char === "`" || (char === "}" && templates.at(-1) === 0)) {
      if (char === "}") templates.pop();
      const start = at++;
      while (at < source.length && source[at] !== "`" && !source.startsWith("${", at)) at += source[at] === "\\" ? 2 : 1;
      const opens = source.startsWith("${", at);
      if (opens) templates.push(0);
      at += opens ? 2 : 1;
      out += keepText ? source.slice(start, at) : opens ? "`${" : "``";
    } else {
      const depth = templates.length - 1;
      if (depth >= 0 && char === "{") templates[depth] = (templates[depth] ?? 0) + 1;
      if (depth >= 0 && char === "}") templates[depth] = (templates[depth] ?? 0) - 1;
      out += char;
      at++;
    }
  }
  return out;
}

/** What of a Markdown file must be the same in every language. */
export interface Markdown {
  /** Levels of the headings, in order. */
  readonly headings: readonly number[];
  /** Fenced code, fences included. */
  readonly code: readonly string[];
  /** Tables as cells, less the line under the head. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  /** Targets of links and images. */
  readonly links: readonly string[];
}

const FENCED = /^(```+)[^\n]*\n.*?^\1$/gms;

export function markdown(source: string): Markdown {
  const code = [...source.matchAll(FENCED)].map(([block]) => block);
  const prose = source.replace(FENCED, "");
  const tables: string[][][] = [];
  let within = false;
  for (const line of prose.split("\n")) {
    const isRow = line.trimStart().startsWith("|");
    if (isRow && !within) tables.push([]);
    within = isRow;
    if (isRow && !/^[\s|:-]+$/.test(line)) tables.at(-1)?.push(cells(line));
  }
  return {
    headings: [...prose.matchAll(/^(#{1,6}) /gm)].map(([, marks = ""]) => marks.length),
    code,
    tables,
    links: [...prose.replace(/`[^`\n]*`/g, "").matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, target = ""]) => target),
  };
}

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
