/** An origin that sends those who ask elsewhere. */
import type { Finding } from "../../../findings.ts";
import type { Answer } from "../network.ts";
import { type OriginReport, pathOf } from "../report.ts";
import { about } from "../rule.ts";

export function redirects(report: OriginReport, answer: Answer, isMessageWeave: boolean): readonly Finding[] {
  const target = targetOf(answer, report.origin.url);
  const found = `it answers ${answer.status} to GET ${pathOf(report)}, a redirect to ${target ?? "a place that cannot be read"}`;
  if (target === report.origin.url) {
    // A server may well send its visitors on to its own start page; MessageWeave's routes have nowhere to send to.
    const severity = isMessageWeave ? "warning" : "hint";
    return [
      about(
        report,
        severity,
        "origin-redirects",
        found,
        "let the health path answer by itself: its status is that of the page it leads to",
      ),
    ];
  }
  const advice =
    target?.startsWith("https:") === true
      ? `if that is where it lives now, write ${target} instead; if it is a login page (Cloudflare Access), let the gateway pass it`
      : "let it answer over https itself";
  return [about(report, "warning", "origin-redirects", found, advice)];
}

/** The origin that a `Location` leads to, never its path or query. */
export function targetOf({ fields }: Pick<Answer, "fields">, base: string): string | undefined {
  const location = fields["location"];
  if (location === undefined) return undefined;
  try {
    const { origin, protocol } = new URL(location, base);
    return protocol === "https:" || protocol === "http:" ? origin : undefined;
  } catch {
    return undefined;
  }
}
