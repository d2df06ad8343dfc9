/** All the promises, held against a record of what happened. Pure. */
import type { Asked, StormRecord, Violation } from "../record.ts";
import { judgeAnswered, type Verdict } from "./answered.ts";
import { judgeAnswer } from "./answers.ts";
import { judgeAttempts } from "./attempts.ts";
import { judgeBodies } from "./bodies.ts";
import { judgeBudget } from "./budget.ts";
import { evidenceOf } from "./evidence.ts";
import { judgeReleased } from "./released.ts";
import { judgeResources } from "./resources.ts";
import { judgeSecrets } from "./secrets.ts";

export interface Judgement {
  readonly violations: readonly Violation[];
  /** What was said of each request on whether it was answered. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export function judge(record: StormRecord): Judgement {
  const evidence = evidenceOf(record);
  const verdicts = new Map<string, Verdict>();
  const ofEach = record.asked.flatMap((asked) => {
    const { verdict, violation } = judgeAnswered(asked, evidence);
    verdicts.set(asked.id, verdict);
    const answered = violation === undefined ? [] : [violation];
    return [
      ...answered,
      ...judgeAnswer(asked, evidence),
      ...judgeAttempts(asked, evidence),
      ...judgeBudget(asked, evidence),
      ...judgeReleased(asked, evidence),
    ];
  });
  return { violations: [...ofEach, ...judgeBodies(evidence), ...judgeSecrets(record), ...judgeResources(record)], verdicts };
}

/** Of the requests of clients that stayed, the least share that must have been judged on whether they were answered. */
export const LEAST_JUDGED = 0.25;

/** Requests that a judge of answers could at all have judged: of those who waited, for what an origin answers. */
export function isJudgeable({ ask, end }: Asked): boolean {
  return ask.kind !== "own" && ask.kind !== "refused" && end !== "left" && end !== "interrupted";
}
