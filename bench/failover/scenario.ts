/** Two origins, one of which breaks: what do the clients notice, with each candidate in front? */
import type { Certificates } from "../../dev/certificates.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { type Course, type Phases, type Stage, setStage, type Task } from "./episode.ts";
import { FAULTS, type Fault, METHODS } from "./kinds.ts";
import { latenciesOf, measure } from "./measures.ts";
import { type Origins, startOrigins } from "./origins.ts";
import { CLOCK } from "./pacing.ts";
import { compact, type Episode, type FailoverReport } from "./report.ts";

export interface FailoverContext {
  /** One that needs no second origin has nothing to show here: leave it out. */
  readonly candidates: readonly Candidate[];
  readonly certificates: Certificates;
  /** One attempt's limit, in milliseconds. */
  readonly timeoutMs: number;
  /** Short phases: to see that it works, not to believe a percentile. */
  readonly quick: boolean;
  /** All where absent. */
  readonly faults?: readonly Fault[];
  /** Told in one line what runs now. */
  readonly progress: (line: string) => void;
}

/** Enough for a 99th percentile that three requests decide. */
const FULL: Phases = { rate: 20, warmUp: 40, healthy: 300, episode: 300, healMs: 35_000, patienceMs: 5_000 };
const QUICK: Phases = { rate: 20, warmUp: 10, healthy: 30, episode: 50, healMs: 1_500, patienceMs: 3_000 };

/** From the last start to the first request, in milliseconds. */
const SETTLE_MS = 200;

/** Over so many milliseconds the starts are spread, so that not all origins fall in the same moment. */
const SPREAD_MS = 500;

interface Done {
  readonly episodes: readonly Episode[];
  readonly courses: readonly Course[];
  readonly leftOut: FailoverReport["leftOut"];
}

/** Runs everything; a candidate that is missing or does not start is left out, and said to be. */
export async function runFailover(context: FailoverContext): Promise<FailoverReport> {
  const { candidates, certificates, timeoutMs, quick, progress, faults = FAULTS } = context;
  const phases = quick ? QUICK : FULL;
  const here = candidates.filter(({ missing }) => missing() === undefined);
  const leftOut = candidates.flatMap(({ name, missing }) => {
    const why = missing();
    return why === undefined ? [] : [{ candidate: name, why }];
  });
  // Each child process that must not be left over listens for the end of this one.
  process.setMaxListeners(0);
  const origins = startOrigins(certificates);
  const done: Done[] = [];
  try {
    for (const [i, fault] of faults.entries()) {
      progress(`failover ${i + 1}/${faults.length}: ${fault}, ${here.length} candidates side by side`);
      const tasks = here.flatMap((candidate) => METHODS.map((method) => ({ candidate, fault, method })));
      done.push(await runBatch(tasks, { origins, certificates, timeoutMs }, phases));
    }
  } finally {
    await origins.stop();
  }
  const samples = done.flatMap(({ courses }) => courses.flatMap(({ healthy, episode }) => [...healthy, ...episode]));
  return {
    plan: { phases, timeoutMs, sideBySide: here.length * METHODS.length },
    episodes: done.flatMap(({ episodes }) => episodes),
    leftOut: [...leftOut, ...done.flatMap((batch) => batch.leftOut)],
    lateness: latenciesOf(samples.map(({ lateMs }) => ({ ms: lateMs }))),
  };
}

interface Surroundings {
  readonly origins: Origins;
  readonly certificates: Certificates;
  readonly timeoutMs: number;
}

/** Everybody is started before anybody is measured, and nobody stops before everybody is through. */
async function runBatch(tasks: readonly Task[], { origins, ...setup }: Surroundings, phases: Phases): Promise<Done> {
  const staged = await Promise.allSettled(tasks.map((task) => setStage(task, origins, setup)));
  const ready: { task: Task; stage: Stage }[] = [];
  const leftOut: { candidate: string; why: string }[] = [];
  for (const [i, outcome] of staged.entries()) {
    const task = tasks[i];
    if (task === undefined) continue;
    if (outcome.status === "fulfilled") ready.push({ task, stage: outcome.value });
    else leftOut.push({ candidate: task.candidate.name, why: `${task.fault}, ${task.method}: ${reasonOf(outcome.reason)}` });
  }
  try {
    const startAt = CLOCK.now() + SETTLE_MS;
    const apart = (SPREAD_MS + 1000 / phases.rate) / Math.max(1, ready.length);
    const courses = await Promise.all(ready.map(({ stage }, i) => stage.run(startAt + i * apart, phases)));
    const episodes = courses.flatMap((course, i) => {
      const task = ready[i]?.task;
      return task === undefined ? [] : [episodeOf(task, course)];
    });
    return { episodes, courses, leftOut };
  } finally {
    await Promise.all(ready.map(({ stage }) => stage.close()));
  }
}

const reasonOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

function episodeOf({ candidate, fault, method }: Task, course: Course): Episode {
  const samples = course.episode.map((sample) => compact(sample, course.fallAt));
  return { candidate: candidate.name, fault, method, measures: measure(course), samples };
}
