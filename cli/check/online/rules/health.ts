/** What it answers when it is asked for its health: what the gateway would make of it. */
import type { Finding } from "../../../findings.ts";
import type { Answer } from "../network.ts";
import { isProxied, isRedirect, isSuccess, type OriginReport, pathOf } from "../report.ts";
import { about, type OriginRule, type Surroundings } from "../rule.ts";
import { redirects } from "./redirects.ts";

export const isHealthy: OriginRule = (report, surroundings) => {
  const { health, timeoutMs } = report;
  if (health === undefined) return [];
  if (health.kind === "answer") return [...statusOf(report, health, surroundings), ...slow(report, health, surroundings)];
  if (health.code !== "TIMEOUT") return [];
  return [
    about(
      report,
      "error",
      "health-timeout",
      `no answer to GET ${pathOf(report)} within ${timeoutMs} ms`,
      "see whether the application hangs; if it is only slow to wake, raise the timeout",
    ),
  ];
};

function statusOf(report: OriginReport, answer: Answer, { isUp, isMessageWeave }: Surroundings): readonly Finding[] {
  const { status } = answer;
  if (!isUp(status)) {
    const found = `it answers ${status} to GET ${pathOf(report)}, which counts as down`;
    return [about(report, "error", "health-status", found, whyDown(report, status))];
  }
  if (isRedirect(status)) return redirects(report, answer, isMessageWeave);
  if (isSuccess(status)) return [];
  return [
    about(
      report,
      "warning",
      "health-status",
      `it answers ${status} to GET ${pathOf(report)}, which counts as up`,
      `see whether ${isMessageWeave ? "MessageWeave" : "the application"} is what answers there: ${reasonFor(status)}`,
    ),
  ];
}

const reasonFor = (status: number): string =>
  status === 401 || status === 403
    ? "something in front of it refuses who asks, and will refuse the gateway too"
    : "every request goes there as to a healthy one";

function whyDown(report: OriginReport, status: number): string {
  if (isProxied(report) && (status === 530 || (status >= 520 && status <= 526))) {
    return "Cloudflare stands in front of it and cannot reach the server behind: see whether that, or its tunnel, is running";
  }
  if (status === 502 || status === 504) return "a proxy answers for it: see whether the application behind the proxy is running";
  return status < 500 ? "see whether the health path is right, and what answers there" : "see in the application's log what is wrong";
}

function slow(report: OriginReport, { ms }: Answer, { slowMs }: Surroundings): readonly Finding[] {
  if (ms <= slowMs) return [];
  return [
    about(
      report,
      "hint",
      "origin-slow",
      `it took ${ms} ms to answer GET ${pathOf(report)}, connection included (slow: over ${slowMs} ms)`,
      "see whether it was only waking up: ask again; if it is always so, its requests are, too",
    ),
  ];
}
