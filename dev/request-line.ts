// From what the Workers log to one readable line per request.
import pc from "picocolors";
import { eventOf } from "./event.ts";

interface Failure {
  readonly at: number;
  readonly key: string;
  readonly name: string;
  readonly failure: string;
}

/** How origins are called in a line, and how wide the column for that is. */
export interface Names {
  readonly nameOf: (origin: string) => string;
  readonly width: number;
}

const KEPT = 1000;

/**
 * Turns log lines into lines for the reader; `undefined` means there is nothing to show (yet). Failed attempts wait for
 * the request they belong to: same method and path, not before it began, each origin once. Requests that share method and path
 * at the same moment can swap theirs.
 */
export function createRequestLines({ nameOf, width }: Names, now: () => number = Date.now): (line: string) => string | undefined {
  let failures: Failure[] = [];

  /** `ownFailure`: what the answer itself would have counted as, for the last one is handed on by some gateways. */
  const claim = (key: string, who: string | undefined, ownFailure: string, ms: number): Failure[] => {
    const since = now() - ms - 250; // what the two clocks and the pipe may differ by
    const claimed = new Map<string, Failure>();
    for (const failure of failures) {
      const fits = failure.key === key && failure.at >= since && (failure.name !== who || failure.failure === ownFailure);
      if (fits && !claimed.has(failure.name)) claimed.set(failure.name, failure);
    }
    const taken = new Set(claimed.values());
    failures = failures.filter((failure) => !taken.has(failure));
    return [...taken];
  };

  return (line) => {
    const event = eventOf(line);
    if (event === undefined) return unexpected(line);
    const key = `${event["method"]} ${event["path"]}`;
    const name = typeof event["origin"] === "string" ? nameOf(event["origin"]) : "?";
    switch (event["event"]) {
      case "attempt-failed":
        failures = [...failures.slice(-KEPT), { at: now(), key, name, failure: String(event["failure"]) }];
        return undefined;
      case "all-failed":
        return undefined; // the request's own line says so
      case "origin-suspect":
        return pc.yellow(`${name} is suspect (${event["failure"]}): tried last from now on`);
      case "origin-back":
        return pc.green(`${name} is back: a probe found it up`);
      case "request": {
        const who = typeof event["backend"] === "string" ? nameOf(event["backend"]) : undefined;
        return requestLine(event, who, claim(key, who, `status ${event["status"]}`, Number(event["ms"])), width);
      }
      default:
        return line; // an event that this file does not know yet: shown as it is
    }
  };
}

function requestLine(event: Record<string, unknown>, who: string | undefined, failed: readonly Failure[], width: number): string {
  const plain = event["scheme"] === "http";
  const columns = [
    String(event["method"]).padEnd(6),
    `${String(event["path"])}${plain ? " (http)" : ""}`.padEnd(28),
    colouredStatus(Number(event["status"])),
    who === undefined ? pc.dim("gateway".padEnd(width)) : pc.bold(who.padEnd(width)),
    `${event["ms"]} ms`.padStart(8),
  ];
  if (failed.length > 0) columns.push(pc.yellow(story(failed, who)));
  return columns.join("  ").trimEnd();
}

/** How it came to this answer. */
function story(failed: readonly Failure[], who: string | undefined): string {
  const told = failed.map(({ name, failure }) => `${name} failed (${failure})`).join(", then ");
  if (who === undefined) return told;
  return failed.some(({ name }) => name === who) ? `${told}, whose answer is handed on` : `${told}, ${who} answered`;
}

function colouredStatus(status: number): string {
  const text = status === 0 ? "---" : String(status);
  if (status === 0 || status >= 500) return pc.red(text);
  return status >= 300 ? pc.yellow(text) : pc.green(text);
}

/** What the runtime says of itself in passing (`info:`, and the stack that may follow) is no news here; the rest is shown. */
function unexpected(line: string): string | undefined {
  const noise = line.trim() === "" || /^\S+: info: /.test(line) || line.startsWith("stack: ");
  return noise ? undefined : pc.dim(`workerd: ${line}`);
}
