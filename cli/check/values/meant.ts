/** The number that somebody meant who wrote it with a unit or with separators. */

/** What a variable counts in. */
export type Unit = "ms" | "bytes" | "attempts";

/** A variable's name says what it counts in. */
export function unitOf(name: string): Unit {
  return name.endsWith("_MS") ? "ms" : name.endsWith("_BYTES") ? "bytes" : "attempts";
}

const FACTORS: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  ms: { ms: 1, msec: 1, s: 1_000, sec: 1_000, secs: 1_000, m: 60_000, min: 60_000, mins: 60_000, h: 3_600_000 },
  bytes: { b: 1, k: 1_024, kb: 1_024, kib: 1_024, m: 1_048_576, mb: 1_048_576, mib: 1_048_576 },
  attempts: {},
};

/** `"10s"` of a wait → 10000; `undefined` where it is anybody's guess. */
export function numberMeant(value: unknown, unit: Unit): number | undefined {
  if (typeof value !== "string") return undefined;
  // A single comma may be a decimal point: only groups of three are thousands.
  const plain = value.trim().replace(/(?<=\d)[,_' ](?=\d{3}(?!\d))/g, "");
  const [, digits, word] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(plain) ?? [];
  if (digits === undefined || word === undefined) return undefined;
  const factor = word === "" ? 1 : FACTORS[unit][word.toLowerCase()];
  const number = factor === undefined ? 0 : Math.floor(Number(digits) * factor);
  return number > 0 ? number : undefined;
}
