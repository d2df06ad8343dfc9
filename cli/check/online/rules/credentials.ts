/** Whether the origins agree on a token. Where they do not, whoever is balanced between them sees random 401s. */
import type { Finding } from "../../../findings.ts";
import type { Answered } from "../network.ts";
import { isRedirect, type OriginReport } from "../report.ts";
import type { FleetRule } from "../rule.ts";

const TOKEN = "--token-env";

/** To be applied only where a token was given. */
export const credentialsAgree: FleetRule = (reports, { list }) => {
  const judged = reports.flatMap((report) => {
    const status = verdictOf(report.config);
    return status === undefined ? [] : [{ report, status }];
  });
  const statuses = new Set(judged.map(({ status }) => status));
  const unasked = reports.filter(({ config }) => verdictOf(config) === undefined);
  const unknown = unasked.length === 0 ? [] : [notKnown(unasked, list.where)];
  if (statuses.size > 1) {
    const each = judged.map(({ report, status }) => `${report.origin.url}: ${status}`).join(", ");
    return [
      {
        severity: "error",
        code: "credentials-differ",
        where: list.where,
        found: `the origins answer the same token differently (GET /api/config; ${each})`,
        advice: "give all of them the same credentials and configuration: with these, requests fail at random with 401",
      },
      ...unknown,
    ];
  }
  const [status] = statuses;
  return status === 401 || status === 403 ? [refused(status, judged.length), ...unknown] : unknown;
};

/** The status, where it is an opinion on the token; a server in trouble has none, and one that sends elsewhere keeps it to itself. */
function verdictOf(config: Answered | undefined): number | undefined {
  if (config?.kind !== "answer") return undefined;
  const { status } = config;
  return status < 200 || status >= 500 || isRedirect(status) || status === 408 || status === 429 ? undefined : status;
}

const refused = (status: number, count: number): Finding => ({
  severity: "warning",
  code: "token-refused",
  where: TOKEN,
  found:
    count === 1 ? `the origin answers the token with ${status}` : `all ${count} origins that were asked answer the token with ${status}`,
  advice: "see whether that variable holds the right token: with a wrong one, differing credentials cannot be told",
});

const notKnown = (reports: readonly OriginReport[], where: string): Finding => ({
  severity: "warning",
  code: "token-unknown",
  where,
  found: `whether it is the same token is not known of ${reports.map((one) => `${one.origin.url} (${reasonFor(one)})`).join(", ")}`,
  advice: "put right what is found there, and check again",
});

function reasonFor({ config }: OriginReport): string {
  if (config === undefined) return "not asked: no verified connection";
  if (config.kind === "failed") return "no answer to GET /api/config";
  return isRedirect(config.status) ? `${config.status}, a redirect, which the token does not follow` : `it answers ${config.status}`;
}
