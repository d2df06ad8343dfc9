/** Why a value as a whole is no list: no JSON, or JSON of another kind; and the list that was probably meant. */

import type { Variable } from "../../configuration/variables.ts";
import type { Finding } from "../../findings.ts";
import { EXAMPLE_ORIGINS } from "../../origins.ts";
import { counted, describe } from "./describe.ts";
import { jsonEnd, placeIn } from "./json-end.ts";
import { salvage } from "./recognise.ts";
import { assignment } from "./write.ts";

/** For text that is no JSON. */
export function notJson({ name, value, giver, where }: Variable, text: string): Finding {
  const end = jsonEnd(text);
  const place = end === undefined ? "" : `; it stops being JSON ${placeIn(text, end)}`;
  return {
    severity: "error",
    code: "origins-not-json",
    where,
    found: `${describe(text)} that is no JSON: ${causeOf(text)}${place}`,
    advice: adviceFor(name, value, giver),
  };
}

/** For JSON, or a value of TOML, that is no array. */
export function notArray({ name, value: written, giver, where }: Variable, value: unknown): Finding {
  const found = `${describe(value)}, where an array is wanted`;
  return {
    severity: "error",
    code: "origins-not-array",
    where,
    found,
    advice: adviceFor(name, typeof value === "object" ? value : written, giver),
  };
}

/** The usual ones. The order is that in which they hide each other. */
const CAUSES: readonly (readonly [string, RegExp])[] = [
  ["there are typographic quotes in it", /[“”„‘’«»]/u],
  ["there are backslashes before its quotes", /\\"/],
  ["there are single quotes in it, where JSON has double ones", /'/],
  ["it is one text and no list, which has brackets and quotes", /^\s*"?[^\s,;"[\]{}]+"?\s*$/],
  ["it has not the brackets and quotes of a list", /^\s*[^\s"[\]{}][^"[\]{}]*$/],
  ["its entries have no quotes", /^\s*\[[^"{}]*\]\s*$/],
  ["there is a comma after the last entry", /,\s*[\]}]/],
  ["there is no bracket at its beginning", /^\s*[^[{\s]/],
  ["there is no bracket at its end", /[^\]}\s]\s*$/],
  ["a comma or a quote is missing between two entries", /"\s+"|"[^\s,:\]}]/],
];

const causeOf = (text: string): string =>
  CAUSES.find(([, pattern]) => pattern.test(text))?.[0] ?? "a quote, a comma or a bracket is missing or too many";

function adviceFor(name: string, value: unknown, giver: Variable["giver"]): string {
  const told = salvage(value);
  const list = `write  ${assignment(name, told.length === 0 ? EXAMPLE_ORIGINS : told, giver)}`;
  if (told.length === 0) return `${list}  with the addresses of your backends`;
  return `${list}  (${counted(told.length, "origin")} recognised in it: see that none is missing)`;
}
