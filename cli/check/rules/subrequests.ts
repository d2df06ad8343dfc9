/** The free plan's bound on what one request may ask for: beyond it, the runtime refuses, and the attempt fails. */
import type { Finding } from "../../findings.ts";
import { attemptsOf, attemptsVariable, originsOf, whereOf } from "../look.ts";
import type { Checked, Rule } from "../rule.ts";

/** Subrequests per request on Cloudflare's free plan; the paid ones have 1000 and more. */
export const FREE_SUBREQUESTS = 50;

export const subrequests: Rule = (checked) => [...forwarding(checked), ...healthEndpoint(checked)];

function forwarding(checked: Checked): readonly Finding[] {
  const { settings, deployment } = checked;
  const origins = originsOf(checked).length;
  const attempts = attemptsOf(checked);
  const perAttempt = 1 + settings.redirects.maxHops;
  const probes = settings.health.scheduler === undefined ? 0 : origins;
  const most = attempts * perAttempt + probes;
  if (most <= FREE_SUBREQUESTS) return [];
  const each =
    perAttempt === 1 ? `${attempts} attempts` : `${attempts} attempts × ${perAttempt} (one and up to ${perAttempt - 1} redirects)`;
  const name = attemptsVariable(checked);
  const fits = Math.floor((FREE_SUBREQUESTS - probes) / perAttempt);
  return [
    {
      severity: "warning",
      code: "subrequests",
      where: whereOf(checked, name),
      found: `${each}${probes === 0 ? "" : ` + ${probes} probes`} = ${most} subrequests at worst, and the free plan lets one request have ${FREE_SUBREQUESTS}`,
      advice:
        fits >= 2
          ? `write  ${name} = "${fits}"  , which fits, or use the paid plan`
          : `keep at most ${FREE_SUBREQUESTS - Math.min(attempts, 2) * perAttempt} ${deployment.list.noun}s, or use the paid plan`,
    },
  ];
}

function healthEndpoint(checked: Checked): readonly Finding[] {
  const { health } = checked.settings;
  const { list } = checked.deployment;
  const origins = originsOf(checked).length;
  if (health.endpoint === undefined || origins <= FREE_SUBREQUESTS) return [];
  return [
    {
      severity: "warning",
      code: "subrequests",
      where: whereOf(checked, list.variable),
      found: `GET ${health.endpoint.path} asks each of the ${origins} ${list.noun}s, and the free plan lets one request have ${FREE_SUBREQUESTS} subrequests: the rest would be shown as down`,
      advice: `keep at most ${FREE_SUBREQUESTS} ${list.noun}s, or use the paid plan`,
    },
  ];
}
