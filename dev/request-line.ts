// From what the Workers log to one readable line per request.
import pc from "picocolors";
import { eventOf } from "./event.ts";

interface Failure {
  readonly at: number;
  readonly key: string;
  readonly origin: string;
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
export function createRequestLines(names: Names, now: () => number = Date.now): (line: string) => string | undefined {
  let failures: Failure[] = [];

  const claim = (key: string, backend: string | undefined, ms: number): Failure[] => {
    const since = now() - ms - 250; // what the two clocks and the pipe may differ by
    const claimed = new Map<string, Failure>();
    for (const failure of failures) {
      const fits = failure.key === key && failure.at >= since && failure.origin !== backend;
      if (fits && !claimed.has(failure.origin)) claimed.set(failure.origin, failure);
    }
    const taken = new Set(claimed.values());
    failures = failures.filter((failure) => !taken.has(failure));
    return [...taken];
  };

  return (line) => {
    const event = eventOf(line);
    if (event === undefined) return unexpected(line);
    const key = `${event["method"]} ${event["path"]}`;
    switch (event["event"]) {
      case "attempt-failed":
        failures = [...failures.slice(-KEPT), { at: now(), key, origin: String(event["origin"]), failure: String(event["failure"]) }];
        return undefined;
      case "all-failed":
        return undefined; // the request's own line says so
      case "request": {
        const backend = typeof event["backend"] === "string" ? event["backend"] : undefined;
        return requestLine(event, backend, claim(key, backend, Number(event["ms"])), names);
      }
      default:
        return line; // an event that this file does not know yet: shown as it is
    }
  };
}

function requestLine(event: Record<string, unknown>, backend: string | undefined, failed: readonly Failure[], names: Names): string {
  const { nameOf, width } = names;
  const plain = event["scheme"] === "http";
  const who = backend === undefined ? pc.dim("gateway".padEnd(width)) : pc.bold(nameOf(backend).padEnd(width));
  const columns = [
    String(event["method"]).padEnd(6),
    `${String(event["path"])}${plain ? " (http)" : ""}`.padEnd(28),
    colouredStatus(Number(event["status"])),
    who,
    `${event["ms"]} ms`.padStart(8),
  ];
  if (failed.length > 0) {
    const story = failed.map(({ origin, failure }) => `${nameOf(origin)} failed (${failure})`).join(", then ");
    columns.push(pc.yellow(backend === undefined ? story : `${story}, ${nameOf(backend)} answered`));
  }
  return columns.join("  ").trimEnd();
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
