/** All that is looked at without a network, in the order in which it is told. */
import type { Finding } from "../findings.ts";
import type { Checked, Rule } from "./rule.ts";
import { originsList } from "./rules/origins.ts";

const RULES: readonly Rule[] = [originsList];

export const findingsOf = (checked: Checked): readonly Finding[] => RULES.flatMap((rule) => rule(checked));
