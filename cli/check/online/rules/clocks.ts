/** Clocks that differ. Leases, tokens and certificates all go by them. */
import type { Finding } from "../../../findings.ts";
import { amountOf, skewOf } from "../clock.ts";
import type { OriginReport } from "../report.ts";
import { about, type FleetRule } from "../rule.ts";

const LIMIT_MS = 30_000;
/** `Date` has whole seconds, and an answer takes its time. */
const ALIKE_MS = 5_000;

interface Skewed {
  readonly report: OriginReport;
  readonly skew: number;
}

export const clocksAgree: FleetRule = (reports) => {
  const told = reports.flatMap((report): readonly Skewed[] => {
    const skew = skewOf(report.health);
    return skew === undefined ? [] : [{ report, skew }];
  });
  const skews = told.map(({ skew }) => skew);
  const wrong = told.filter(({ skew }) => Math.abs(skew) > LIMIT_MS);
  if (wrong.length > 1 && wrong.length === told.length && Math.max(...skews) - Math.min(...skews) <= ALIKE_MS) return [ours(skews)];
  return wrong.map(({ report, skew }) =>
    about(
      report,
      "warning",
      "clock-skew",
      `its clock is ${amountOf(skew)} ${skew > 0 ? "ahead of" : "behind"} this machine's`,
      told.length > 1
        ? "have its host keep time (NTP): leases and tokens go by that clock"
        : "have its host keep time (NTP); if it does, this machine's clock is the wrong one",
    ),
  );
};

const ours = (skews: readonly number[]): Finding => ({
  severity: "warning",
  code: "clock-skew",
  where: "this machine",
  found: `its clock is ${amountOf(skews[0] ?? 0)} ${(skews[0] ?? 0) > 0 ? "behind" : "ahead of"} those of all ${skews.length} origins, which agree`,
  advice: "have this machine keep time (NTP): most likely its clock is the wrong one",
});
