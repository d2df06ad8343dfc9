/** A value as a finding may show it: as it stands where it is plainly harmless, else described. */

/** At most a dozen digits with their sign, point and separators, and a unit. */
const NUMBER = /^[-+]?(?=.{1,14}$)[\d., _']*\d[\d., _']*\s?[a-z]{0,4}$/i;
/** Words that people write for a number or a switch. Any other may be a password that was pasted into the wrong line. */
const WORDS: ReadonlySet<string> = new Set(
  "on off true false yes no none null undefined auto always never undelivered many all some one two three default"
    .split(" ")
    .concat("enabled disabled enable disable infinity unlimited max".split(" ")),
);

/** Says what stands there, as the object of "is": `"10s"`, `empty`, `a text`. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") {
    if (value.trim() === "") return "empty";
    return NUMBER.test(value) || WORDS.has(value.trim().toLowerCase()) ? `"${value}"` : "a text";
  }
  if (typeof value === "number" || typeof value === "bigint") return NUMBER.test(String(value)) ? String(value) : "a number";
  if (typeof value === "boolean") return String(value);
  if (value instanceof Date) return "a date";
  return Array.isArray(value) ? "a list" : "a table";
}
