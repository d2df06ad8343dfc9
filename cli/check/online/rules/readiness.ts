/** What MessageWeave says of Redis, mail and Telegram behind it. */
import { isRedirect, isSuccess } from "../report.ts";
import { about, type OriginRule } from "../rule.ts";

export const isReady: OriginRule = (report) => {
  const { health, ready, timeoutMs } = report;
  // Where not even the health path answers, that is told, and this has the same reason.
  if (ready === undefined || health?.kind !== "answer") return [];
  const warning = (found: string, advice: string) => [about(report, "warning", "ready-status", found, advice)];
  if (ready.kind === "failed") {
    const found =
      ready.code === "TIMEOUT" ? `no answer to GET /ready within ${timeoutMs} ms` : "the connection ends without an answer to GET /ready";
    return warning(found, "see in the application's log what it waits for: Redis, mail, Telegram");
  }
  const { status } = ready;
  if (isSuccess(status)) return [];
  // Who sends everybody elsewhere is told of it once.
  if (isRedirect(status) && isRedirect(health.status)) return [];
  if (isRedirect(status)) return warning(`it answers ${status} to GET /ready, a redirect`, "let /ready answer by itself");
  return status === 404
    ? warning("it answers 404 to GET /ready", "see whether MessageWeave is what answers there, and which release of it")
    : warning(
        `it answers ${status} to GET /ready: it runs, but cannot work`,
        "see in its answer and its log what is missing (Redis, mail, Telegram); the gateway sends requests there all the same",
      );
};
