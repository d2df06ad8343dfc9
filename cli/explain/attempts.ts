/** Whom a request is sent to, how often, and how long each is waited for. */
import { duration } from "../terminal/duration.ts";
import type { Forwarded } from "./forwarded.ts";
import { type Stage, stage } from "./stage.ts";
import { enumerated, inWords } from "./statuses.ts";

export function body({ asked: { method }, settings, bodyBytes, takesBody, isStreamed, noun }: Forwarded): Stage {
  const { maxReplayBytes } = settings;
  if (!takesBody) return stage("body", `a ${method} goes out without one, whatever came in`);
  const size = `${bodyBytes} bytes`;
  if (isStreamed) return stage("body", `${size}, more than the ${maxReplayBytes} that are held: it streams to one ${noun}, once`);
  if (bodyBytes !== undefined) return stage("body", `${size}: held, so that it can be sent again (up to ${maxReplayBytes})`);
  return stage(
    "body",
    `up to ${maxReplayBytes} bytes it is held, so that it can be sent again`,
    `a larger one streams to one ${noun}, once (--body-bytes N says which it is)`,
  );
}

/** Told by what the policy does with the least and the greatest randomness. */
export function order({ settings, origins, bound, attempts, noun }: Forwarded): Stage {
  const arranged = settings.order(origins);
  const least = arranged(bound, () => 0);
  const isRandom = least[0] !== arranged(bound, () => 1 - Number.EPSILON)[0];
  const urls = least.map(({ url }) => url).join(", ");
  const sees = settings.health.scheduler !== undefined && origins.length > 1;
  if (attempts === 1) {
    const which = isRandom ? `one ${noun} at random: ${urls}` : `the first ${noun}: ${least[0]?.url}`;
    return stage("order", which, sees && `if that one failed and no probe has found it up since, the next of ${urls}`);
  }
  const how = isRandom ? `starts at a random ${noun} and goes round` : "as configured";
  return stage("order", `${how}: ${urls}`, sees && "one that failed comes last until a probe finds it up");
}

export function attempts({ settings, route, origins, isStreamed, bound, attempts: most, noun }: Forwarded): Stage {
  const why = (): string => {
    if (route.attempts === "one") return "this route is tried once";
    if (isStreamed) return "a streamed body can be sent once";
    if (origins.length === 1) return `there is one ${noun} only, and so no failover`;
    return settings.maxAttempts === 1 ? "no more are configured" : "this method is never sent again";
  };
  if (most === 1) return stage("attempts", `1: ${why()}`);
  return stage("attempts", `up to ${bound}, each at another ${noun}`);
}

/** Which answers are none, and what moves on. */
export function failures({ asked: { method }, settings, attempts: most, failing, again, noun }: Forwarded): readonly Stage[] {
  const interim = settings.isFailureStatus(100) ? " (one below 200 counts as a network failure)" : "";
  const failed = stage(
    "failure",
    `a timeout, a network failure or a status ${inWords(failing)}${interim}`,
    "any other status is the answer, such as 404",
  );
  if (most === 1) return [failed];
  const all = again.timeout && again.network && again.statuses.length === failing.length;
  const kinds = [
    again.timeout && "a timeout",
    again.network && "a network failure",
    again.statuses.length > 0 && `a status ${inWords(again.statuses)}`,
  ];
  const which = all
    ? `after each of these the next ${noun} is asked`
    : `the next ${noun} is asked only after ${enumerated(kinds.filter((kind) => kind !== false))}`;
  const why = all ? "" : `any other failure ends it, for this ${method} may have been processed`;
  return [failed, stage("moves on", which, why, again.timeout && !isRepeatable(method) && TWICE)];
}

/** RFC 9110 §9.2.2. */
const isRepeatable = (method: string): boolean => ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].includes(method);

const TWICE = "one that timed out may have been processed: it can arrive twice";

export function waits({ route, attempts: most, isStreamed, hedgeMs, longestMs, noun }: Forwarded): readonly Stage[] {
  const { timeoutMs, slowMs } = route;
  const isSlow = slowMs !== undefined && slowMs < timeoutMs;
  return [
    stage(
      "timeout",
      `${duration(timeoutMs)}${most > 1 ? " for each attempt" : ""}, until the head of the answer is here`,
      most > 1 && `at most ${duration(longestMs)} in all`,
      isStreamed && "counted from when the last byte of the body is handed on",
    ),
    ...(isSlow
      ? [stage("slow", `after ${duration(slowMs)} without an answer the ${noun} is suspect, while the request goes on waiting`)]
      : []),
    ...(hedgeMs === undefined
      ? []
      : [stage("hedge", `after ${duration(hedgeMs)} without an answer the next attempt starts as well, and the first answer wins`)]),
  ];
}
