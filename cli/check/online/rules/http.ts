/** Whether it speaks the HTTP that Cloudflare speaks to an origin unless told otherwise. */
import { tlsOf } from "../report.ts";
import { about, type OriginRule } from "../rule.ts";

export const hasHttp1: OriginRule = (report) => {
  const { handshakes, health } = report;
  const advice = "switch on HTTP/1.1 at the server, which is what it is asked in unless the zone says otherwise";
  if (tlsOf(report)?.kind === "verified" && handshakes?.["http/1.1"].kind === "failed") {
    return [about(report, "warning", "no-http1", "it does not speak HTTP/1.1, so its health could not be asked for", advice)];
  }
  if (health?.kind !== "failed" || !health.code.startsWith("HPE_")) return [];
  return [about(report, "warning", "no-http1", `what it answers is not HTTP/1.1 (${health.code})`, advice)];
};
