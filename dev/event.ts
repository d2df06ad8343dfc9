// Log lines that are JSON objects.

/** The JSON object that this line is, if it is one. */
export function eventOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
