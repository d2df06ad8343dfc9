/** The list of origins, by the engine's own reader: every bad entry at once, each with what to write instead. */
import { parseOrigins } from "../../../src/engine/origins.ts";
import type { Rule } from "../rule.ts";

export const originsList: Rule = ({ deployment: { list }, effective, label }) => {
  const variable = effective.get(list.variable);
  const where = variable?.where ?? `${label} ${list.variable}`;
  const read = parseOrigins(variable?.value, list.readEntry);
  if (read.kind === "none") {
    return [
      {
        severity: "error",
        code: "origins-missing",
        where,
        found: variable === undefined ? "it is not set" : "it is empty",
        advice: `write  ${list.variable} = '["https://a.example.com", "https://b.example.com"]'  under [vars]`,
      },
    ];
  }
  return [];
};
