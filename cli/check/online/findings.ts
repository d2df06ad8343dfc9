/** All that the reports of the origins tell, in the order of the origins. */
import type { Finding } from "../../findings.ts";
import type { OriginReport } from "./report.ts";
import type { OriginRule, Surroundings } from "./rule.ts";
import { clocksAgree } from "./rules/clocks.ts";
import { takesConnections } from "./rules/connection.ts";
import { credentialsAgree } from "./rules/credentials.ts";
import { isHealthy } from "./rules/health.ts";
import { hasHttp1 } from "./rules/http.ts";
import { nameLeadsSomewhere } from "./rules/name.ts";
import { isReady } from "./rules/readiness.ts";
import { tlsHolds } from "./rules/tls.ts";

const EACH: readonly OriginRule[] = [nameLeadsSomewhere, takesConnections, tlsHolds, hasHttp1, isHealthy, isReady];

/** `withToken`: whether there was one to compare answers by. */
export function onlineFindings(reports: readonly OriginReport[], surroundings: Surroundings, withToken: boolean): readonly Finding[] {
  return [
    ...reports.flatMap((report) => EACH.flatMap((rule) => rule(report, surroundings))),
    ...clocksAgree(reports, surroundings),
    ...(withToken ? credentialsAgree(reports, surroundings) : []),
  ];
}
