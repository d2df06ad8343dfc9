// `npm run bench`: everything side by side, in one run.
import pc from "picocolors";
import { UsageError } from "../dev/options.ts";
import { runMain } from "../dev/run.ts";
import { type Arguments, type Choices, readArguments } from "./arguments.ts";
import { candidates } from "./candidates/all.ts";
import { bare } from "./candidates/workers.ts";
import { help } from "./help.ts";
import { measure } from "./measure.ts";
import { writeFiles, writeReadme } from "./report/files.ts";
import { tablesOf } from "./report/results.ts";
import { terminalTable } from "./report/terminal.ts";
import type { Scenario } from "./scenario.ts";
import { bundle } from "./scenarios/bundle.ts";
import { failover } from "./scenarios/failover.ts";
import { download, uploads } from "./scenarios/memory.ts";
import { requests } from "./scenarios/requests.ts";
import { startup } from "./scenarios/startup.ts";

/** In the order in which they run: load comes last, for in a quick run it makes do with the time that is left. */
const SCENARIOS: readonly Scenario[] = [bundle, startup, uploads, download, failover, requests];

const choices: Choices = {
  scenarios: SCENARIOS.map(({ name }) => name),
  candidates: candidates.map(({ name }) => name),
  base: bare.name,
};

// Each thing that has to go when this process goes listens for that: with a dozen candidates that is no leak.
process.setMaxListeners(0);

await runMain(async () => {
  const wanted = argumentsOrExit();
  if (wanted.help) return console.log(help(choices));
  const results = await measure({
    effort: wanted.effort,
    scenarios: SCENARIOS.filter(({ name }) => wanted.only.includes(name)),
    candidates: candidates.filter(({ name }) => wanted.candidates.includes(name)),
    base: bare,
    tell: (line) => console.error(pc.dim(line)),
  });
  for (const table of tablesOf(results)) console.log(terminalTable(table));
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
