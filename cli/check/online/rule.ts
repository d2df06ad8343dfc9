/** What a rule over the reports is given, and what it gives. */
import type { Code } from "../../codes.ts";
import type { Finding, Severity } from "../../findings.ts";
import type { OriginReport } from "./report.ts";

/** What of the configuration and of this machine the rules need to know. */
export interface Surroundings {
  /** This machine's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether an origin that answers its health path with this status is up. */
  readonly isUp: (status: number) => boolean;
  /** An answer to the question for its health that took longer is slow, in milliseconds. */
  readonly slowMs: number;
  /** Whether MessageWeave is expected to answer there. */
  readonly isMessageWeave: boolean;
  /** The variable that lists the origins, and where it stands. */
  readonly list: { readonly variable: string; readonly where: string };
}

/** Looks at one origin. Pure, as all rules are. */
export type OriginRule = (report: OriginReport, surroundings: Surroundings) => readonly Finding[];

/** Compares the origins. */
export type FleetRule = (reports: readonly OriginReport[], surroundings: Surroundings) => readonly Finding[];

/** Something about one origin. */
export const about = ({ origin }: OriginReport, severity: Severity, code: Code, found: string, advice: string): Finding => ({
  severity,
  code,
  where: origin.url,
  found,
  advice,
});
