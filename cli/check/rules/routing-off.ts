/** Without health-aware routing, an origin that hangs is found out anew by every request. */
import { originsOf, routesByHealth, timeoutVariable, whereOf } from "../look.ts";
import type { Rule } from "../rule.ts";

export const routingOff: Rule = (checked) => {
  const origins = originsOf(checked).length;
  if (!checked.deployment.isMessageWeave || routesByHealth(checked) || origins < 2) return [];
  return [
    {
      severity: "hint",
      code: "routing-off",
      where: whereOf(checked, "LB_HEALTH_ROUTING"),
      found: `it is off, so while one of the ${origins} origins hangs, the requests that begin there wait for all of ${timeoutVariable(checked)}`,
      advice: 'write  LB_HEALTH_ROUTING = "on"  : an origin that fails is then tried last until a probe finds it up again',
    },
  ];
};
