/** How many origins there really are. */
import type { Finding } from "../../findings.ts";
import { type Listed, listsOf } from "../origins/listed.ts";
import type { Rule } from "../rule.ts";

export const originRepeated: Rule = (checked) => listsOf(checked).flatMap(repeatedIn);

function repeatedIn(list: readonly Listed[]): readonly Finding[] {
  return [...new Set(list.map(({ origin }) => origin.url))].flatMap((url): readonly Finding[] => {
    const same = list.filter(({ origin }) => origin.url === url);
    const [, second] = same;
    if (second === undefined) return [];
    const places = same.map(({ index }) => `[${index}]`);
    const found = `${url} stands in ${places.slice(0, -1).join(", ")} and ${places.at(-1)}; it counts once, as the first says`;
    return [
      {
        severity: "warning",
        code: "origin-repeated",
        where: second.where,
        found,
        advice: "remove the later ones, or correct what was meant",
      },
    ];
  });
}

/** Of the list that is in effect: the others may be for another purpose. */
export const singleOrigin: Rule = ({ settings: { origins }, effective, deployment: { list }, label }) => {
  if (origins.kind !== "configured" || origins.origins.length > 1) return [];
  return [
    {
      severity: "warning",
      code: "single-origin",
      where: effective.get(list.variable)?.where ?? `${label} ${list.variable}`,
      found: `one ${list.noun} only: when it fails there is no other, so nothing fails over`,
      advice: `add a second ${list.noun} to the list; with one, the gateway has little to give`,
    },
  ];
};
