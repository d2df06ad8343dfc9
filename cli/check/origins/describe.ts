/** What an entry is, in words that hold nothing of its text. */

/** Keys that people write in lists like these. Any other may be a secret in the wrong place. */
const WELL_KNOWN: ReadonlySet<string> = new Set(
  "url origin address host hostname endpoint href uri backend server name weight port priority enabled backup region id"
    .split(" ")
    .concat("primary replica role scheme protocol path timeout healthCheckPath healthPath health".split(" ")),
);

/** As in "a text of 23 characters" or "an object with the keys url, weight". */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return value === "" ? "an empty text" : `a text of ${counted(value.length, "character")}`;
  if (typeof value === "number" || typeof value === "bigint") return "a number";
  if (typeof value === "boolean") return "true or false";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${counted(value.length, "entry", "entries")}`;
  if (value instanceof Date) return "a date";
  return typeof value === "object" ? describeObject(Object.keys(value)) : "nothing";
}

function describeObject(keys: readonly string[]): string {
  if (keys.length === 0) return "an empty object";
  const known = keys.filter((key) => WELL_KNOWN.has(key));
  if (known.length === 0) return `an object with ${counted(keys.length, "key")}`;
  const others = keys.length - known.length;
  const more = others === 0 ? "" : ` and ${counted(others, "other")}`;
  return `an object with the key${keys.length === 1 ? "" : "s"} ${known.join(", ")}${more}`;
}

/** A key as it may be shown. */
export const describeKey = (key: string): string =>
  WELL_KNOWN.has(key) ? `the key ${key}` : `a key of ${counted(key.length, "character")}`;

export const counted = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`;
