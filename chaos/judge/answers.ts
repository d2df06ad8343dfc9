/** Promise 3: no answer is mixed up with another's, a cut one does not look whole, and what the gateway says itself is known. */
import { echoOf } from "../origin/upgrade.ts";
import { answerBytes } from "../payload.ts";
import type { Asked, Received, Violation } from "../record.ts";
import { type Evidence, sourceOf, writerOf } from "./evidence.ts";
import { ownFault } from "./own-answers.ts";

export function judgeAnswer(asked: Asked, evidence: Evidence): readonly Violation[] {
  const { received, id, startedAt, endedAt } = asked;
  if (received === undefined || asked.end === "interrupted") return [];
  const fault =
    received.status === 101
      ? echoFault(asked, evidence)
      : writerOf(asked) === undefined
        ? ownFault(asked, received, evidence.record)
        : originFault(asked, received, evidence);
  if (fault === undefined) return [];
  return [{ promise: "no answer is mixed up, or looks whole when it is cut", id, ...fault, around: { from: startedAt, to: endedAt } }];
}

type Fault = Pick<Violation, "expected" | "seen">;

function originFault(asked: Asked, received: Received, evidence: Evidence): Fault | undefined {
  const { id, end } = asked;
  const { status, headers, body, complete } = received;
  const { rules } = evidence.record;
  const writer = writerOf(asked) ?? "";
  if (headers["x-chaos-id"] !== id) return { expected: `the answer to ${id}`, seen: `that to ${headers["x-chaos-id"]}` };
  if (headers[rules.observation] !== writer)
    return { expected: `${rules.observation}: ${writer}`, seen: String(headers[rules.observation]) };
  const source = sourceOf(asked, evidence);
  if (source?.answered === undefined) return { expected: `an answer that ${writer} sent`, seen: `a ${status} that it did not` };
  if (rules.isFailure(status) && !rules.lastAnswer) return { expected: "a failed answer kept back", seen: `${status} of ${writer}` };

  const { length, declared } = source.answered;
  const whole = answerBytes(id, writer, status, length);
  if (!body.equals(whole.subarray(0, body.length)) || body.length > length)
    return { expected: `the ${length} bytes that ${writer} sent`, seen: `${body.length} bytes of which some are others` };
  if (end === "left" || (complete && body.length === length)) return undefined;
  if (!source.broken) return { expected: `all ${length} bytes`, seen: `${body.length}, though ${writer} sent them all` };
  return complete && declared
    ? { expected: "a cut answer that shows it", seen: `${body.length} of ${length} bytes, as if whole` }
    : undefined;
}

function echoFault(asked: Asked, evidence: Evidence): Fault | undefined {
  const { sent, got } = asked.echoes ?? { sent: [], got: [] };
  const source = sourceOf(asked, evidence);
  if (source === undefined)
    return {
      expected: "a WebSocket of an origin that took it",
      seen: `one of ${asked.received?.headers[evidence.record.rules.observation]}`,
    };
  const strange = got.find((word, i) => word !== echoOf(source.origin, sent[i] ?? ""));
  if (strange !== undefined) return { expected: "its own words back, in order", seen: strange };
  if (got.length < sent.length && !source.broken) return { expected: `${sent.length} words back`, seen: `${got.length}` };
  return undefined;
}
