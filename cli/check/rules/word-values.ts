/** The variables that are one of a few words: a word that none of them is leaves the default, without a sound. */
import { closestMatch } from "leven";
import { lookedAt, type Variable } from "../../configuration/variables.ts";
import type { Finding } from "../../findings.ts";
import type { Rule } from "../rule.ts";
import { shownValue } from "../values/shown.ts";

/** What other programs take for a switch that is on, and for one that is off. */
const LIKE_ON: readonly unknown[] = ["true", "yes", "y", "1", "enable", "enabled", "active"];
const LIKE_OFF: readonly unknown[] = ["false", "no", "n", "0", "disable", "disabled", "none", "never", ""];

export const wordValues: Rule = ({ variables, deployment: { words } }) =>
  lookedAt(variables).flatMap((variable) => {
    const known = Object.hasOwn(words, variable.name) ? words[variable.name] : undefined;
    return known === undefined ? [] : inWords(variable, known);
  });

const plain = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value).trim().toLowerCase() : undefined;

function inWords({ name, value, where }: Variable, words: readonly string[]): readonly Finding[] {
  const text = plain(value);
  if (typeof value === "string" && text !== undefined && words.includes(text)) return [];
  const [fallback = ""] = words;
  const isSwitch = words.includes("on");
  const isOff = isSwitch && LIKE_OFF.includes(text);
  const meant = isOff ? "off" : isSwitch && LIKE_ON.includes(text) ? "on" : closestMatch(text ?? "", words, { maxDistance: 3 });
  const choices = words.map((word) => `"${word}"`).join(" or ");
  return [
    {
      // A switch that was meant to be off is off.
      severity: isOff ? "hint" : "warning",
      code: "value-ignored",
      where,
      found: `it is ${shownValue(value)}, which is none of ${choices}, so the default holds: ${fallback}`,
      advice: meant === undefined ? `write ${choices}, or remove it` : `write  ${name} = "${meant}"`,
    },
  ];
}
