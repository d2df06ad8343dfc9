/** All that is looked at without a network, in the order in which it is told. */
import type { Finding } from "../findings.ts";
import type { Checked, Rule } from "./rule.ts";
import { originRepeated, singleOrigin } from "./rules/origin-count.ts";
import { originHosts } from "./rules/origin-hosts.ts";
import { variableMisplaced } from "./rules/origin-misplaced.ts";
import { originsMissing } from "./rules/origin-missing.ts";
import { originOwn } from "./rules/origin-own.ts";
import { originPorts } from "./rules/origin-ports.ts";
import { originsList } from "./rules/origins.ts";

const RULES: readonly Rule[] = [
  variableMisplaced,
  originsMissing,
  originsList,
  originHosts,
  originOwn,
  originPorts,
  originRepeated,
  singleOrigin,
];

export const findingsOf = (checked: Checked): readonly Finding[] => RULES.flatMap((rule) => rule(checked));
