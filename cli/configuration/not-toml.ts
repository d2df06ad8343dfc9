/** A file that is no TOML: where it stops being any, and what is usually meant there. */
import type { TomlError } from "smol-toml";
import type { Finding } from "../findings.ts";

/** Nothing of the file is shown, for the line may hold a secret: only the parser's words about it, which quote none of it. */
export function notToml({ line, column, message }: TomlError, toml: string, label: string): Finding {
  const text = toml.split("\n")[line - 1] ?? "";
  return {
    severity: "error",
    code: "toml-syntax",
    where: `${label}:${line}:${column}`,
    found: /^Invalid TOML document: ([a-z][a-z ,:-]*)\n/i.exec(message)?.[1] ?? "invalid value",
    advice: usualCause(text, toml, message) ?? "mend this line; TOML is  name = value  with text in quotes, and one comment a line after #",
  };
}

function usualCause(line: string, toml: string, message: string): string | undefined {
  if (/redefine/.test(message)) return "this name or table stands there twice: keep one of the two";
  if (/^\s*(?:\/\*|\*)|\*\/\s*$/.test(line)) return "TOML has no block comments: begin each line of the comment with #";
  if (/^\s*\/\//.test(line)) return "TOML has no // comments: begin the line with #";
  if (/=\s*'[^']*$/.test(line)) return "close the quote on the same line, or write a list of several lines between ''' and '''";
  if (/[“”‘’]/.test(line)) return "replace the typographic quotes by plain ones, ' or \"";
  if (/=\s*"\[\s*"/.test(line)) return `put single quotes round a JSON list:  NAME = '["https://a.example.com"]'`;
  if (/^\s*[\w-]+\s*:/.test(line)) return "write  name = value  : TOML has an equals sign where YAML and JSON have a colon";
  if (/^\s*\{/.test(toml)) return "this looks like JSON: wrangler reads that from wrangler.jsonc; in wrangler.toml write  name = value";
  return undefined;
}
