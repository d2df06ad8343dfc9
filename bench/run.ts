// `npm run bench`: everything side by side, in one run.
import pc from "picocolors";
import { makeCertificates } from "../dev/certificates.ts";
import { UsageError } from "../dev/options.ts";
import { runMain } from "../dev/run.ts";
import { type Arguments, type Choices, readArguments } from "./arguments.ts";
import { candidates } from "./candidates/all.ts";
import { BUNDLES, type BundleName, bundle } from "./candidates/bundles.ts";
import { bare } from "./candidates/workers.ts";
import { help } from "./help.ts";
import { divideCores } from "./machine/cores.ts";
import { facts, factsTable } from "./machine/facts.ts";
import { startOrigins } from "./origin/origins.ts";
import { type Results, writeFiles, writeReadme } from "./report/files.ts";
import { targetsTable } from "./report/markdown.ts";
import { createProgress } from "./report/progress.ts";
import { terminalTable } from "./report/terminal.ts";
import type { Context, Report, Scenario } from "./scenario.ts";
import { bundle as bundleSizes } from "./scenarios/bundle.ts";
import { download, uploads } from "./scenarios/memory.ts";
import { requests } from "./scenarios/requests.ts";
import { startup } from "./scenarios/startup.ts";

/** In the order in which they run. */
const SCENARIOS: readonly Scenario[] = [requests, uploads, download, startup, bundleSizes];

const TIMEOUT_MS = 10_000;

/** What building one Worker takes. */
const BUILD_SECONDS = 1.5;

const choices: Choices = {
  scenarios: SCENARIOS.map(({ name }) => name),
  candidates: candidates.map(({ name }) => name),
  base: bare.name,
};

// Each thing that has to go when this process goes listens for that: with a dozen of candidates that is no leak.
process.setMaxListeners(0);
await runMain(async () => {
  const wanted = argumentsOrExit();
  if (wanted.help) return console.log(help(choices));
  const results = await measure(wanted);
  for (const table of results.tables) console.log(terminalTable(table));
  for (const line of results.leftOut) console.log(pc.yellow(`left out: ${line}`));
  const files = [...(await writeFiles(wanted.out, results)), ...(wanted.writeReadme ? [await writeReadme(results)] : [])];
  for (const file of files) console.log(pc.dim(`written: ${file}`));
});

function argumentsOrExit(): Arguments {
  try {
    return readArguments(process.argv.slice(2), choices);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(pc.red(error.message));
    process.exit(2);
  }
}

async function measure({ effort, only, candidates: names }: Arguments): Promise<Results> {
  const here = presentAmong(candidates.filter(({ name }) => names.includes(name)));
  const scenarios = presentAmong(SCENARIOS.filter(({ name }) => only.includes(name)));
  const bundles = Object.keys(BUNDLES) as BundleName[];
  const estimate = scenarios.usable.reduce((sum, scenario) => sum + scenario.estimate({ effort, candidates: here.usable }), 0);
  const step = createProgress(estimate + bundles.length * BUILD_SECONDS, (line) => console.error(pc.dim(line)), Date.now);
  const leftOut = [...here.leftOut, ...scenarios.leftOut];
  for (const line of leftOut) step(`left out: ${line}`);

  for (const name of bundles) {
    step(`building ${name}`);
    await bundle(name);
  }
  const cores = await divideCores();
  const certificates = await makeCertificates();
  const origins = await startOrigins(certificates, 2);
  const setup = { origins: origins.urls, certificates, timeoutMs: TIMEOUT_MS };
  const context: Context = {
    effort,
    candidates: here.usable,
    setup,
    start: (candidate) => cores.asProxy(() => candidate.start(setup)),
    step,
  };
  const reports: Record<string, Report> = {};
  for (const scenario of scenarios.usable) reports[scenario.name] = await scenario.run(context);
  await origins.stop();
  step("done");

  const known = facts(cores.description);
  const verdicts = Object.values(reports).flatMap((report) => report.verdicts ?? []);
  const tables = Object.values(reports).flatMap((report) => report.tables);
  return { facts: known, effort, reports, verdicts, leftOut, tables: [...tables, targetsTable(verdicts), factsTable(known)] };
}

interface Presence<Item> {
  readonly usable: readonly Item[];
  readonly leftOut: readonly string[];
}

/** Those that can run on this machine, and what is to be said of the others. */
function presentAmong<Item extends { readonly name: string; readonly missing: () => string | undefined }>(
  list: readonly Item[],
): Presence<Item> {
  const checked = list.map((item) => ({ item, reason: item.missing() }));
  return {
    usable: checked.flatMap(({ item, reason }) => (reason === undefined ? [item] : [])),
    leftOut: checked.flatMap(({ item, reason }) => (reason === undefined ? [] : [`${item.name}: ${reason}`])),
  };
}
