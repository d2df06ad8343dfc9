/** How many origins a request is tried at, beside how many there are. */
import { attemptsOf, attemptsVariable, isSet, originsOf, routesByHealth, whereOf } from "../look.ts";
import type { Rule } from "../rule.ts";

export const attemptsCapped: Rule = (checked) => {
  const name = attemptsVariable(checked);
  const [allowed, origins] = [checked.settings.maxAttempts, originsOf(checked).length];
  if (origins === 0 || allowed <= origins || !isSet(checked, name)) return [];
  const { noun } = checked.deployment.list;
  return [
    {
      severity: "hint",
      code: "attempts-capped",
      where: whereOf(checked, name),
      found: `it allows ${allowed} attempts, and there ${origins === 1 ? `is 1 ${noun}` : `are ${origins} ${noun}s`}: a request is tried at each once`,
      advice: `write  ${name} = "${origins}"  , or add ${noun}s`,
    },
  ];
};

export const oneAttempt: Rule = (checked) => {
  const origins = originsOf(checked).length;
  if (origins < 2 || attemptsOf(checked) > 1) return [];
  const name = attemptsVariable(checked);
  const { noun } = checked.deployment.list;
  const idle = routesByHealth(checked) ? "" : `, and every request goes to the first of the ${origins}: nothing is spread`;
  return [
    {
      severity: "warning",
      code: "one-attempt",
      where: whereOf(checked, name),
      found: `one attempt: a request that fails at one ${noun} is not tried at another${idle}`,
      advice: `write  ${name} = "2"`,
    },
  ];
};
