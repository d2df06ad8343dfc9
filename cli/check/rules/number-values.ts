/** The variables that are numbers: what of them does not hold as it stands there. */
import { MAX_REPLAY_BYTES_LIMIT, MAX_TIMER_MS, optionalPositiveInteger } from "../../../src/engine/numbers.ts";
import { lookedAt, type Variable } from "../../configuration/variables.ts";
import type { Finding } from "../../findings.ts";
import type { Rule } from "../rule.ts";
import { numberMeant, type Unit, unitOf } from "../values/meant.ts";
import { shownValue } from "../values/shown.ts";

export const numberValues: Rule = ({ variables, deployment: { numbers } }) =>
  lookedAt(variables)
    // A date is refused before the engine sees it: another rule has a word for it.
    .filter(({ name, value }) => Object.hasOwn(numbers, name) && !(value instanceof Date))
    .flatMap((variable) => {
      const fallback = numbers[variable.name];
      const read = optionalPositiveInteger(variable.value);
      // Without a default it is off, and this says so.
      if (read === undefined && fallback === undefined && isOff(variable.value)) return [];
      return read === undefined
        ? [ignored(variable, fallback)]
        : (misread(variable, read, fallback) ?? capped(variable, read) ?? rounded(variable, read));
    });

const NOUN: Readonly<Record<Unit, string>> = { ms: "milliseconds", bytes: "bytes", attempts: "attempts" };
const SHORT: Readonly<Record<Unit, string>> = { ms: " ms", bytes: " bytes", attempts: "" };

const isOff = (value: unknown): boolean => value === 0 || (typeof value === "string" && /^(?:0|off|none|)$/i.test(value.trim()));

function ignored({ name, value, where }: Variable, fallback: number | undefined): Finding {
  const unit = unitOf(name);
  const meant = numberMeant(value, unit);
  return {
    severity: "warning",
    code: "value-ignored",
    where,
    found: `it is ${shownValue(value)}, which is no positive number, so ${fallback === undefined ? "it stays off" : `the default holds: ${fallback}${SHORT[unit]}`}`,
    advice:
      meant !== undefined
        ? `write  ${name} = "${meant}"  (a whole number of ${NOUN[unit]}, without a unit)`
        : `write a whole number of ${NOUN[unit]} from 1 up${fallback === undefined ? "" : `, as in  ${name} = "${fallback}"`}, or remove it`,
  };
}

/** What the engine makes a number of although it is none: `true` is 1. */
function misread({ name, value, where }: Variable, read: number, fallback: number | undefined): readonly Finding[] | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return undefined;
  const unit = unitOf(name);
  return [
    {
      severity: "warning",
      code: "value-misread",
      where,
      found: `it is ${shownValue(value)}, which is read as the number ${read}`,
      advice: `write the number of ${NOUN[unit]} itself, as in  ${name} = "${read === 1 ? (fallback ?? 1_000) : read}"  , or remove it`,
    },
  ];
}

function capped({ name, value, where }: Variable, read: number): readonly Finding[] | undefined {
  const isBytes = unitOf(name) === "bytes";
  const limit = isBytes ? MAX_REPLAY_BYTES_LIMIT : MAX_TIMER_MS;
  if (Math.floor(Number(value)) <= limit) return undefined;
  return [
    {
      severity: "warning",
      code: "value-capped",
      where,
      found: `it is ${shownValue(value)}, and is held at ${Math.min(read, limit)}${SHORT[unitOf(name)]}`,
      advice: isBytes
        ? `write at most ${limit}: an isolate has 128 MB for all the requests it serves, and each may hold that much`
        : `write what you mean, at most ${limit}: a longer timer would fire at once`,
    },
  ];
}

function rounded({ name, value, where }: Variable, read: number): readonly Finding[] {
  if (Number(value) === read) return [];
  return [
    {
      severity: "hint",
      code: "value-rounded",
      where,
      found: `it is ${shownValue(value)}, and is read as ${read}`,
      advice: `write  ${name} = "${read}"`,
    },
  ];
}
