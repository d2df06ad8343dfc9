/** A file's text, or in a few words why it cannot be had. */
import { readFile } from "node:fs/promises";

export type TextRead = { readonly kind: "text"; readonly text: string } | { readonly kind: "problem"; readonly problem: string };

export async function readText(path: string): Promise<TextRead> {
  try {
    return { kind: "text", text: (await readFile(path, "utf8")).replace(/^\u{feff}/u, "") };
  } catch (error) {
    return { kind: "problem", problem: REASONS[codeOf(error)] ?? `it cannot be read (${codeOf(error)})` };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "this is a folder",
  EACCES: "this user may not read it",
};

/** Whether the file is simply not there. */
export const isMissing = (read: TextRead): boolean => read.kind === "problem" && read.problem === REASONS["ENOENT"];

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "unknown reason");
