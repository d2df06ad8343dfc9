/** CPU per request of the whole proxy, under load from a closed loop. */
import { request } from "../load/client.ts";
import { load, wrkMissing } from "../load/wrk.ts";
import { cpuMs, readCpu, usageMissing } from "../machine/usage.ts";
import { SERVED } from "../origin/served.ts";
import type { Context, Effort, Report, Scenario } from "../scenario.ts";
import { rotated } from "../statistics.ts";
import { type Measured, type RunningOne, requestsReport, type Turn, WORKLOADS, type Workload } from "./requests-report.ts";

/** What a turn takes besides its load: starting and ending wrk, reading `/proc`. */
const TURN_OVERHEAD_SECONDS = 0.08;

export const requests: Scenario = {
  name: "requests",
  missing: () => wrkMissing() ?? usageMissing(),
  estimate: ({ effort, candidates }) => {
    const turns = candidates.length * WORKLOADS.length;
    return turns * (warmUpSeconds(effort) + TURN_OVERHEAD_SECONDS + effort.rounds * (effort.seconds + TURN_OVERHEAD_SECONDS));
  },
  run: async (context) => {
    const running: RunningOne[] = [];
    try {
      for (const candidate of context.candidates) running.push({ name: candidate.name, ...(await context.start(candidate)) });
      return await measure(context, running);
    } finally {
      await Promise.all(running.map(({ stop }) => stop()));
    }
  },
};

async function measure({ effort, step, secondsLeft }: Context, running: readonly RunningOne[]): Promise<Report> {
  const measured: Measured[] = [];
  for (const workload of WORKLOADS) {
    step(`requests: ${workload.title}, warming up ${running.length} candidates`);
    for (const one of running) {
      const refusal = await refusalOf(one, workload);
      measured.push({ name: one.name, workload: workload.key, refusal, turns: [] });
      if (refusal === undefined) await load({ ...loadOf(one, workload), seconds: warmUpSeconds(effort) });
    }
  }
  let roundSeconds = 0;
  for (let round = 0; round < effort.rounds; round++) {
    if (round > 0 && secondsLeft() < roundSeconds) {
      step(`requests: no time for more than ${round} of ${effort.rounds} rounds`);
      break;
    }
    const began = performance.now();
    for (const workload of WORKLOADS) {
      step(`requests: round ${round + 1} of ${effort.rounds}, ${workload.title}`);
      for (const one of rotated(running, round)) {
        const row = measured.find(({ name, workload: key }) => name === one.name && key === workload.key);
        if (row !== undefined && row.refusal === undefined) row.turns.push(await turn(one, workload, effort.seconds));
      }
    }
    roundSeconds = (performance.now() - began) / 1_000;
  }
  return requestsReport(measured);
}

async function turn(one: RunningOne, workload: Workload, seconds: number): Promise<Turn> {
  const before = readCpu(one.pid);
  const result = await load({ ...loadOf(one, workload), seconds });
  return { ...result, cpuMs: cpuMs(before, readCpu(one.pid)) };
}

/** One request by hand: an answer that is none must not be counted as a fast one. */
async function refusalOf({ port }: RunningOne, { key }: Workload): Promise<string | undefined> {
  const { method, path, bytes } = SERVED[key];
  const answer = await request({ port, method, path, body: method === "POST" ? { bytes: 1_024, framing: "length" } : undefined });
  if (answer.status !== 200) return `answers ${answer.status || answer.error}`;
  return answer.bytes === bytes ? undefined : `answers with ${answer.bytes} of ${bytes} bytes`;
}

const loadOf = ({ port }: RunningOne, { key }: Workload) => ({
  url: `http://127.0.0.1:${port}${SERVED[key].path}`,
  method: SERVED[key].method,
});

/** V8 optimises what has run often: a quick run has to make do with less of it. */
const warmUpSeconds = ({ quick }: Effort): number => (quick ? 0.25 : 2);
