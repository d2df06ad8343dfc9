/** Variables that are read and make no difference, because another one does not let them. */
import type { Finding } from "../../findings.ts";
import { attemptsOf, attemptsVariable, hasWorkerRoute, isSet, numberOf, originsOf, routesByHealth, whereOf } from "../look.ts";
import type { Checked, Rule } from "../rule.ts";

export const unusedValues: Rule = (checked) => {
  if (!checked.deployment.isMessageWeave) return [];
  return [
    ...saying(checked, "LB_SLOW_MS", slow(checked)),
    ...saying(checked, "LB_HEDGE_MS", hedge(checked)),
    ...saying(checked, "LB_WORKER_TIMEOUT_MS", worker(checked)),
  ];
};

type Reason = readonly [found: string, advice: string] | undefined;

function saying(checked: Checked, name: string, reason: Reason): readonly Finding[] {
  if (reason === undefined || !isSet(checked, name)) return [];
  const [found, advice] = reason;
  return [{ severity: "hint", code: "value-unused", where: whereOf(checked, name), found, advice }];
}

function slow(checked: Checked): Reason {
  if (!routesByHealth(checked))
    return ["it has no effect while LB_HEALTH_ROUTING is off", 'write  LB_HEALTH_ROUTING = "on"  , or remove it'];
  const [ms, timeout] = [numberOf(checked, "LB_SLOW_MS") ?? 0, numberOf(checked, "LB_REQUEST_TIMEOUT_MS") ?? 0];
  if (ms < timeout) return undefined;
  return [
    `no attempt waits for ${ms} ms: LB_REQUEST_TIMEOUT_MS ends it after ${timeout} ms`,
    `write less than ${timeout}, or raise LB_REQUEST_TIMEOUT_MS`,
  ];
}

function hedge(checked: Checked): Reason {
  const ms = numberOf(checked, "LB_HEDGE_MS");
  const timeout = numberOf(checked, "LB_REQUEST_TIMEOUT_MS") ?? 0;
  if (ms === undefined) return undefined;
  if (ms >= timeout) {
    return [
      `no attempt waits for ${ms} ms: LB_REQUEST_TIMEOUT_MS ends it after ${timeout} ms`,
      `write less than ${timeout}, or raise LB_REQUEST_TIMEOUT_MS`,
    ];
  }
  const origins = originsOf(checked).length;
  if (origins === 0 || attemptsOf(checked) > 1) return undefined;
  return origins === 1
    ? ["there is one origin only, so there is no second attempt to start", "add an origin, or remove it"]
    : [
        `${attemptsVariable(checked)} allows one attempt, so there is no second one to start`,
        `raise ${attemptsVariable(checked)} to 2, or remove it`,
      ];
}

function worker(checked: Checked): Reason {
  return hasWorkerRoute(checked)
    ? undefined
    : [`${checked.deployment.name} forwards no POST /worker, so nothing waits that long`, "remove it"];
}
