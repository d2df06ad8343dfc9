/** Words from the environment. */

/** What the aggregate shows where no version is given. */
export const UNKNOWN_VERSION: string = "unknown";

/** A release's name as text; a number that the platform has parsed already is one too. */
export function versionOf(value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text.trim() === "" ? UNKNOWN_VERSION : text;
}

/** Whether a switch says `on`; anything else is off, so that a typo changes nothing. */
export function switchedOn(value: unknown): boolean {
  return typeof value === "string" && value.trim().toLowerCase() === "on";
}
