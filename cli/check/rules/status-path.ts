/** `STATUS_PATH`: what does not begin with `/` is no path, and the gateway then answers nowhere. */
import { lookedAt } from "../../configuration/variables.ts";
import type { Rule } from "../rule.ts";
import { shownValue } from "../values/shown.ts";

/** Words that people write for it. Any other may be a password that was pasted into the wrong line. */
const MEANT = /^(?:_?lb[/_-])?(?:status|health|healthz|ready|up)$/;

export const statusPath: Rule = ({ variables, deployment }) => {
  if (!deployment.variables.includes("STATUS_PATH")) return [];
  return lookedAt(variables)
    .filter(({ name, value }) => name === "STATUS_PATH" && !(typeof value === "string" && /^(?:\/|\s*$)/.test(value)))
    .map(({ value, where }) => ({
      severity: "warning",
      code: "value-ignored",
      where,
      found: `it is ${shownValue(value)}, which does not begin with /, so the gateway shows its status nowhere`,
      advice: `write  STATUS_PATH = "/${typeof value === "string" && MEANT.test(value) ? value : "_lb/status"}"`,
    }));
};
