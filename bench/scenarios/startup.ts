/** From the decision to start a proxy to its first answer from an origin. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Candidate } from "../candidates/candidate.ts";
import { bare } from "../candidates/workers.ts";
import { request } from "../load/client.ts";
import { SERVED } from "../origin/served.ts";
import type { Context, Report, Scenario } from "../scenario.ts";
import { pairedRatios, rotated, spread } from "../statistics.ts";
import { HELD_TO_TARGETS, ratioText, ratioVerdict, START_LIMIT } from "../targets.ts";

const POLL_MS = 2;
const LIMIT_MS = 10_000;

const repeatsOf = (quick: boolean): number => (quick ? 3 : 25);

/** What one start and stop takes, in seconds. */
const TURN_SECONDS = 0.13;

export const startup: Scenario = {
  name: "startup",
  missing: () => undefined,
  estimate: ({ effort, candidates }) => repeatsOf(effort.quick) * candidates.length * TURN_SECONDS,
  run: async (context) => {
    const measured = context.candidates.map((candidate) => ({ candidate, milliseconds: [] as (number | undefined)[] }));
    const repeats = repeatsOf(context.effort.quick);
    for (let repeat = 0; repeat < repeats; repeat++) {
      if (repeat % 5 === 0) context.step(`startup: ${repeat + 1} of ${repeats}, ${measured.length} candidates by turns`);
      for (const row of rotated(measured, repeat)) row.milliseconds.push(await startOnce(context, row.candidate));
    }
    const base = measured.find(({ candidate }) => candidate === bare)?.milliseconds ?? [];
    return reportOf(
      measured.map(({ candidate, milliseconds }) => ({ name: candidate.name, milliseconds, ratios: pairedRatios(milliseconds, base) })),
    );
  },
};

/** Milliseconds; `undefined` where no good answer came at all. */
async function startOnce({ start }: Context, candidate: Candidate): Promise<number | undefined> {
  // Cores are set before the clock starts and after it was read: that is no part of a start.
  const clock = { began: 0, answered: undefined as number | undefined };
  const timed: Candidate = {
    ...candidate,
    start: async (setup) => {
      clock.began = performance.now();
      const running = await candidate.start(setup);
      clock.answered = await firstAnswer(running.port, clock.began);
      return running;
    },
  };
  const { stop } = await start(timed);
  await stop();
  return clock.answered === undefined ? undefined : clock.answered - clock.began;
}

async function firstAnswer(port: number, began: number): Promise<number | undefined> {
  while (performance.now() - began < LIMIT_MS) {
    const { status, bytes } = await request({ port, ...SERVED.small });
    if (status === 200 && bytes === SERVED.small.bytes) return performance.now();
    await sleep(POLL_MS);
  }
  return undefined;
}

interface Started {
  readonly name: string;
  readonly milliseconds: readonly (number | undefined)[];
  readonly ratios: readonly number[];
}

function reportOf(rows: readonly Started[]): Report {
  return {
    tables: [
      {
        title: "Start-up: from start to the first answer of an origin",
        head: ["candidate", "ms (quartiles)", "× bare (quartiles)", "starts without an answer"],
        rows: rows.map(({ name, milliseconds, ratios }) => {
          const times = milliseconds.filter((time) => time !== undefined);
          return [
            name,
            times.length === 0 ? "–" : millisecondsText(times),
            ratios.length === 0 ? "–" : ratioText(spread(ratios)),
            String(milliseconds.length - times.length),
          ];
        }),
        notes: ["Writing the configuration is part of a start, building the Worker is not."],
      },
    ],
    verdicts: rows.flatMap(({ name, ratios }) =>
      HELD_TO_TARGETS.has(name) && ratios.length > 0 ? [ratioVerdict("start-up", name, spread(ratios), START_LIMIT)] : [],
    ),
    data: rows,
  };
}

function millisecondsText(times: readonly number[]): string {
  const { median, lower, upper } = spread(times);
  return `${median.toFixed(0)} (${lower.toFixed(0)}–${upper.toFixed(0)})`;
}
