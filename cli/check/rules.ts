/** All that is looked at without a network, in the order in which it is told. */
import type { Finding } from "../findings.ts";
import type { Checked, Rule } from "./rule.ts";
import { attemptsCapped, oneAttempt } from "./rules/attempts.ts";
import { compatibilityDate, compatibilityFlags } from "./rules/compatibility.ts";
import { dateValues } from "./rules/date-values.ts";
import { devVars } from "./rules/dev-vars.ts";
import { longJobs } from "./rules/long-jobs.ts";
import { numberValues } from "./rules/number-values.ts";
import { originRepeated, singleOrigin } from "./rules/origin-count.ts";
import { originHosts } from "./rules/origin-hosts.ts";
import { variableMisplaced } from "./rules/origin-misplaced.ts";
import { originsMissing } from "./rules/origin-missing.ts";
import { originOwn } from "./rules/origin-own.ts";
import { originPorts } from "./rules/origin-ports.ts";
import { originsList } from "./rules/origins.ts";
import { proxyLimit } from "./rules/proxy-limit.ts";
import { routingOff } from "./rules/routing-off.ts";
import { secondsMeant } from "./rules/seconds.ts";
import { attemptsOverSender } from "./rules/sender.ts";
import { statusPath } from "./rules/status-path.ts";
import { subrequests } from "./rules/subrequests.ts";
import { unknownVariables } from "./rules/unknown-variables.ts";
import { unusedValues } from "./rules/unused-values.ts";
import { wordValues } from "./rules/word-values.ts";

const RULES: readonly Rule[] = [
  variableMisplaced,
  originsMissing,
  originsList,
  originHosts,
  originOwn,
  originPorts,
  originRepeated,
  singleOrigin,
  unknownVariables,
  dateValues,
  numberValues,
  wordValues,
  statusPath,
  devVars,
  secondsMeant,
  unusedValues,
  attemptsCapped,
  oneAttempt,
  subrequests,
  attemptsOverSender,
  longJobs,
  proxyLimit,
  routingOff,
  compatibilityDate,
  compatibilityFlags,
];

export const findingsOf = (checked: Checked): readonly Finding[] => RULES.flatMap((rule) => rule(checked));
