/** Waits that read like seconds: every one of them is in milliseconds. */
import { isSet, numberOf, whereOf } from "../look.ts";
import type { Rule } from "../rule.ts";

/** No answer from another machine over TLS comes sooner, in milliseconds: whoever writes less means another unit. */
const TOO_SHORT_MS = 100;

/** The waits for an answer, and the age at which health is asked again. Those for hedging and for "slow" may well be short. */
const WAIT = /(?:TIMEOUT|TTL|INTERVAL)_MS$/;

export const secondsMeant: Rule = (checked) =>
  Object.keys(checked.deployment.numbers).flatMap((name) => {
    const ms = numberOf(checked, name);
    if (!WAIT.test(name) || !isSet(checked, name) || ms === undefined || ms >= TOO_SHORT_MS) return [];
    return [
      {
        severity: "warning" as const,
        code: "value-seconds" as const,
        where: whereOf(checked, name),
        found: `it is ${ms} ms, which is over before an origin can answer`,
        advice: `write milliseconds; if these are seconds:  ${name} = "${ms * 1000}"`,
      },
    ];
  });
