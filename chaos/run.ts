/** `npm run chaos`: a plan from a seed, played before the built gateways, and every promise held against what happened. */
import { setMaxListeners } from "node:events";
import pc from "picocolors";
import { makeCertificates } from "../dev/certificates.ts";
import { UsageError } from "../dev/options.ts";
import { judge, LEAST_JUDGED } from "./judge/judge.ts";
import { commandOf, HELP, type Options, readOptions } from "./options.ts";
import { planRun } from "./plan/run.ts";
import { createProgress } from "./progress.ts";
import type { StormRecord, Usage } from "./record.ts";
import { describe } from "./report.ts";
import { buildAll, type Stage, startStage } from "./stage.ts";
import { watchStalls } from "./stalls.ts";
import { playStorm } from "./storm.ts";
import { createTally } from "./tally.ts";
import { warmUp } from "./warm-up.ts";

/** Violations that are shown in full; what is broken is broken in many requests. */
const SHOWN = 5;

/** The exit code: 1 where a promise was not kept. */
async function run(options: Options, signal: AbortSignal): Promise<number> {
  const command = commandOf(options);
  console.log(`seed ${options.seed}, again with:  ${command}`);
  const { variants, storms, canary } = planRun(options);
  console.log(pc.dim("building the Workers ..."));
  const certificates = await makeCertificates();
  const { bundleOf, remove } = await buildAll(variants);
  const now = (): number => performance.now();
  const stages = new Map<string, { stage: Stage; before: Usage | undefined; settled: Promise<void> }>();
  for (const variant of variants) {
    const stage = await startStage({ variant, bundle: bundleOf(variant), certificates, canary, now });
    stages.set(variant.name, { stage, before: await warmUp(stage, certificates, canary, now), settled: Promise.resolve() });
  }
  remove();

  const tally = createTally();
  const stalls = watchStalls(now);
  let faults = 0;
  let violations = 0;
  const progress = createProgress(() => ({ requests: tally.requests(), faults, violations }));
  let stalledMs = 0;
  const take = (record: StormRecord): void => {
    stalledMs += record.stalls.reduce((sum, { lostMs }) => sum + lostMs, 0);
    const { violations: found, verdicts } = judge(record);
    for (const asked of record.asked) tally.judged(asked, verdicts.get(asked.id) ?? "unjudged");
    for (const violation of found) if (++violations <= SHOWN) progress.print(describe(violation, record, command));
  };
  for (const plan of storms) {
    const entry = stages.get(plan.variant.name);
    if (entry === undefined || signal.aborted) break;
    const { stage, before } = entry;
    await entry.settled;
    progress.print(pc.dim(`storm of ${(plan.durationMs / 1_000).toFixed(1)} s over ${plan.variant.name}`));
    const onFault = (): number => faults++;
    const record = await playStorm({ plan, stage, certificates, canary, before, now, signal, stalls, onAsked: tally.add, onFault });
    // The others have their storms while this one is quiet.
    entry.settled = record().then(take);
  }
  if (!signal.aborted) progress.print(pc.dim("quiet, until memory and sockets are back"));
  for (const { settled } of stages.values()) await settled;
  progress.stop();
  stalls.stop();
  for (const { stage } of stages.values()) await stage.close();

  console.log(tally.table());
  const share = tally.judgedShare();
  const judgedEnough = signal.aborted || share >= LEAST_JUDGED;
  console.log(
    `${tally.requests()} requests, ${faults} faults, ${Math.round(share * 100)} % judged on being answered, ${violations} violations, ${Math.round(stalledMs)} ms taken by the machine`,
  );
  if (signal.aborted) console.log(pc.yellow("ended before its time: what was done until then is in the table"));
  if (!judgedEnough)
    console.log(
      pc.red(
        `fewer than ${LEAST_JUDGED * 100} % could be judged: the run proves too little; on a machine with less to do, again with:  ${command}`,
      ),
    );
  if (violations > 0)
    console.log(pc.red(`${violations} violations${violations > SHOWN ? ` (${SHOWN} are shown)` : ""}; again with:  ${command}`));
  return violations === 0 && judgedEnough ? 0 : 1;
}

const ended = new AbortController();
setMaxListeners(0, ended.signal);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => (ended.signal.aborted ? process.exit(1) : ended.abort()));
}
process.stdout.on("error", () => process.exit(1));
try {
  const options = readOptions(process.argv.slice(2), Math.floor(Math.random() * 1_000_000_000));
  if (options === "help") console.log(HELP);
  else process.exitCode = await run(options, ended.signal);
  process.exit();
} catch (error) {
  console.error(pc.red(error instanceof Error ? error.message : String(error)));
  process.exit(error instanceof UsageError ? 2 : 1);
}
