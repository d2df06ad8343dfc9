/** How much memory a proxy needs at its highest: eight uploads at once, and one long download. */
import type { Candidate } from "../candidates/candidate.ts";
import { bare } from "../candidates/workers.ts";
import { type Answer, type Question, request } from "../load/client.ts";
import { readMemory, resetPeak, usageMissing } from "../machine/usage.ts";
import { SERVED, sized } from "../origin/served.ts";
import type { Context, Report, Scenario } from "../scenario.ts";
import { rotated } from "../statistics.ts";
import { downloadReport, type Measured, type Run, uploadsReport } from "./memory-report.ts";

const MIB = 1_048_576;

/** About how long one exchange takes, with the start of its candidate, in seconds. */
const EXCHANGE_SECONDS = 0.8;

const UPLOADS = 8;
const UPLOAD_BYTES = 20 * MIB;

/** Requests made at the same moment. */
interface Exchange {
  /** As progress and tables show it. */
  readonly title: string;
  readonly questions: readonly Omit<Question, "port">[];
  /** Of each answer's body, in bytes. */
  readonly answerBytes: number;
}

const eightUploads = (framing: "length" | "chunked"): Exchange => ({
  title: `${UPLOADS} uploads of ${UPLOAD_BYTES / MIB} MiB at once, ${framing === "chunked" ? "chunked" : "with Content-Length"}`,
  questions: Array.from({ length: UPLOADS }, () => ({ ...SERVED.post, body: { bytes: UPLOAD_BYTES, framing } })),
  answerBytes: SERVED.post.bytes,
});

const CHUNKED = eightUploads("chunked");
const WITH_LENGTH = eightUploads("length");
const downloadOf = (mebibytes: number): Exchange => ({
  title: `a download of ${mebibytes} MiB`,
  questions: [{ ...SERVED.small, path: sized(SERVED.large.path, mebibytes * MIB) }],
  answerBytes: mebibytes * MIB,
});

/** Chunked is the harder of the two, for nobody knows then that a body will be too long to be held: a quick run does that alone. */
export const uploads: Scenario = memory("uploads", (quick) => (quick ? [CHUNKED] : [CHUNKED, WITH_LENGTH]), uploadsReport);
export const download: Scenario = memory("download", (quick) => [downloadOf(quick ? 50 : 200)], downloadReport);

function memory(
  name: string,
  exchangesOf: (quick: boolean) => readonly Exchange[],
  report: (measured: readonly Measured[]) => Report,
): Scenario {
  const repeatsOf = (quick: boolean): number => (quick ? 1 : 5);
  return {
    name,
    missing: usageMissing,
    estimate: ({ effort: { quick }, candidates }) => exchangesOf(quick).length * repeatsOf(quick) * candidates.length * EXCHANGE_SECONDS,
    run: async (context) => {
      const { quick } = context.effort;
      const measured: Measured[] = [];
      for (const exchange of exchangesOf(quick)) {
        const rows = context.candidates.map((candidate) => ({ candidate, runs: [] as Run[] }));
        for (let repeat = 0; repeat < repeatsOf(quick); repeat++) {
          context.step(`${name}: ${exchange.title}, ${repeat + 1} of ${repeatsOf(quick)}`);
          for (const { candidate, runs } of rotated(rows, repeat)) runs.push(await once(context, candidate, exchange));
        }
        measured.push(
          ...rows.map(({ candidate, runs }) => ({ exchange: exchange.title, name: candidate.name, isBase: candidate === bare, runs })),
        );
      }
      return report(measured);
    },
  };
}

/** In a process of its own, so that nobody's heap is what an earlier turn has left of it. */
async function once({ start }: Context, candidate: Candidate, { questions, answerBytes }: Exchange): Promise<Run> {
  const { port, pid, stop } = await start(candidate);
  try {
    await request({ port, ...SERVED.small });
    const idle = readMemory(pid).resident;
    resetPeak(pid);
    const began = performance.now();
    const answers = await Promise.all(questions.map((question) => request({ port, ...question })));
    const seconds = (performance.now() - began) / 1_000;
    return { idle, peak: readMemory(pid).peak, seconds, failures: answers.flatMap((answer) => failureOf(answer, answerBytes)) };
  } finally {
    await stop();
  }
}

function failureOf({ status, bytes, error }: Answer, wanted: number): readonly string[] {
  if (error !== undefined) return [error];
  if (status !== 200) return [String(status)];
  return bytes === wanted ? [] : [`${bytes} of ${wanted} bytes`];
}
