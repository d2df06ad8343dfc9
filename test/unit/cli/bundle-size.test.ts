/** The two limits of a bundle. */
import { expect, test } from "vitest";
import { HOUSE_LIMIT, PLAN_LIMIT, sizeFindings } from "../../../cli/check/bundle-findings.ts";

test.for([
  [HOUSE_LIMIT, []],
  [HOUSE_LIMIT + 1, ["warning"]],
  [PLAN_LIMIT, ["warning"]],
  [PLAN_LIMIT + 1, ["error"]],
] as const)("%i bytes: %j", ([bytes, severities]) => {
  expect(sizeFindings(bytes, "wrangler.toml:2 main").map(({ severity }) => severity)).toEqual(severities);
});
