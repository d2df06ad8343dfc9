/** One run: what can run here is built, started on its core, and put through the scenarios. */
import { makeCertificates } from "../dev/certificates.ts";
import { BUNDLES, type BundleName, bundle } from "./candidates/bundles.ts";
import type { Candidate } from "./candidates/candidate.ts";
import { divideCores } from "./machine/cores.ts";
import { facts } from "./machine/facts.ts";
import { startOrigins } from "./origin/origins.ts";
import { presentAmong, rehearsed } from "./present.ts";
import { createProgress } from "./report/progress.ts";
import type { Results } from "./report/results.ts";
import type { Context, Effort, Report, Scenario } from "./scenario.ts";

/** How long a candidate may wait for an origin. No origin here is that slow. */
const TIMEOUT_MS = 10_000;

/** A quick run is to end within two minutes, with something to spare for the last round. */
const QUICK_SECONDS = 112;

/** What building one Worker takes, and starting one candidate for a rehearsal. */
const BUILD_SECONDS = 1;
const REHEARSAL_SECONDS = 0.15;

export interface Plan {
  readonly effort: Effort;
  readonly scenarios: readonly Scenario[];
  readonly candidates: readonly Candidate[];
  /** Must be able to run: the others are compared with it. */
  readonly base: Candidate;
  /** Takes lines of progress. */
  readonly tell: (line: string) => void;
}

/** Rejects where the base cannot run. Whatever else cannot is left out, and the results say so. */
export async function measure({ effort, tell, base, ...wanted }: Plan): Promise<Results> {
  const began = Date.now();
  const secondsLeft = (): number => (effort.quick ? QUICK_SECONDS - (Date.now() - began) / 1_000 : Number.POSITIVE_INFINITY);
  const installed = presentAmong(wanted.candidates);
  const scenarios = presentAmong(wanted.scenarios);
  const names = Object.keys(BUNDLES) as BundleName[];
  const before = names.length * BUILD_SECONDS + installed.usable.length * REHEARSAL_SECONDS;
  const estimates = scenarios.usable.map((scenario) => scenario.estimate({ effort, candidates: installed.usable }));
  const estimate = estimates.reduce((sum, seconds) => sum + seconds, before);
  const step = createProgress(effort.quick ? Math.min(estimate, QUICK_SECONDS) : estimate, tell, Date.now);
  for (const line of [...installed.leftOut, ...scenarios.leftOut]) step(`left out: ${line}`);
  if (scenarios.usable.length === 0) throw new Error(`nothing can be measured here: ${scenarios.leftOut.join("\n")}`);

  step(`building ${names.length} Workers`);
  await Promise.all(names.map(bundle));
  const cores = await divideCores();
  const certificates = await makeCertificates();
  const origins = await startOrigins(certificates, 2);
  const setup = { origins: origins.urls, certificates, timeoutMs: TIMEOUT_MS };
  const start: Context["start"] = (candidate) => cores.asProxy(() => candidate.start(setup));
  step(`rehearsal: each of ${installed.usable.length} candidates starts once`);
  const ready = await rehearsed(installed.usable, start);
  for (const line of ready.leftOut) step(`left out: ${line}`);
  if (!ready.usable.includes(base)) throw new Error(`nothing to compare with: ${ready.leftOut.join("\n")}`);

  const reports = new Map<string, Report>();
  for (const scenario of scenarios.usable) {
    reports.set(scenario.name, await scenario.run({ effort, candidates: ready.usable, setup, start, secondsLeft, step }));
  }
  await origins.stop();
  step("done");
  const leftOut = [...installed.leftOut, ...ready.leftOut, ...scenarios.leftOut];
  return { facts: await facts(cores.description), effort, candidates: ready.usable, reports, leftOut };
}
