/** Promise 5: nothing secret in a log line or in a text of the gateway's own, and no line that is not known. */
import { eventOf } from "../../dev/event.ts";
import type { Received, StormRecord, Violation } from "../record.ts";

const PROMISE = "no secret in any log, and no line that is not known";

const KEYS: Readonly<Record<string, readonly string[]>> = {
  "attempt-failed": ["event", "method", "path", "origin", "failure"],
  "all-failed": ["event", "method", "path", "failure"],
  "origin-suspect": ["event", "origin", "failure"],
  "origin-back": ["event", "origin"],
};

const FAILURE = /^(timeout|network|status \d{3}|redirect loop|slow)$/;

/**
 * The runtime's own notes of a connection that broke: with `--verbose` it writes each, and where in its code it was. And one of V8's, when
 * it moves compiled code.
 */
const RUNTIME =
  /^(workerd\/jsg\/setup\.c\+\+:\d+: info: CODE_MOVED for unknown code block\?$|workerd\/[\w/+.-]+:\d+: info: exception = kj\/[\w/+.-]+:\d+: disconnected: |stack: (\S+@[0-9a-f]+ ?)+$)/;

export function judgeSecrets(record: StormRecord): readonly Violation[] {
  const { lines, canary, asked } = record;
  const paths = new Set(asked.map(({ ask }) => ask.path));
  const told = asked.filter(
    ({ received }) => received !== undefined && received.headers["x-chaos-origin"] === undefined && tells(received, record),
  );
  return [
    ...lines.flatMap((line) => {
      if (line.includes(canary)) return [{ promise: PROMISE, expected: "no secret", seen: line }];
      return isKnown(line, record, paths) ? [] : [{ promise: PROMISE, expected: "known events with known keys", seen: line.slice(0, 400) }];
    }),
    ...told.map(({ id, startedAt, endedAt, received }) => ({
      promise: PROMISE,
      id,
      expected: "no secret in an answer of the gateway's own",
      seen: received?.body.toString().slice(0, 400) ?? "",
      around: { from: startedAt, to: endedAt },
    })),
  ];
}

function isKnown(line: string, { origins }: StormRecord, paths: ReadonlySet<string>): boolean {
  const event = eventOf(line);
  if (event === undefined) return RUNTIME.test(line);
  const keys = KEYS[String(event["event"])];
  if (keys === undefined || JSON.stringify(Object.keys(event)) !== JSON.stringify(keys)) return false;
  const { origin, failure, path } = event;
  return (
    (origin === undefined || origins.some(({ url }) => url === origin)) &&
    (failure === undefined || FAILURE.test(String(failure))) &&
    (path === undefined || paths.has(String(path)))
  );
}

const tells = ({ headers, body }: Received, { canary }: StormRecord): boolean =>
  body.includes(canary) || Object.values(headers).some((value) => value?.includes(canary));
