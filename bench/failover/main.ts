// The failover part of the bench on its own: see HELP.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { makeCertificates } from "../../dev/certificates.ts";
import { UsageError } from "../../dev/options.ts";
import { runMain } from "../../dev/run.ts";
import { peers, peerVersions } from "../candidates/peers.ts";
import { bare, floor, workers } from "../candidates/workers.ts";
import { failoverChart } from "../chart.ts";
import { terminalTable } from "../report/terminal.ts";
import { FAULTS, type Fault } from "./kinds.ts";
import { runFailover } from "./scenario.ts";
import { failoverTables } from "./tables.ts";
import { failoverVerdicts } from "./targets.ts";

const HELP = `node --import tsx bench/failover/main.ts [options]

  --quick              about 45 seconds; without it about 6 minutes
  --only a,b           faults: ${FAULTS.join(", ")}
  --candidates a,b     only those whose name begins with one of these words
  --svg file           where the picture goes
  --json file          where the report goes, with every sample
`;

/** One attempt's limit, in milliseconds. */
const TIMEOUT_MS = 1_000;

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", default: FAULTS.join(",") },
      candidates: { type: "string", default: "" },
      svg: { type: "string" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const all = [...workers.filter(({ name }) => name !== bare.name && name !== floor.name), ...peers];
  const words = values.candidates.split(",");
  const report = await runFailover({
    candidates: all.filter(({ name }) => words.some((word) => name.startsWith(word))),
    certificates: await makeCertificates(),
    timeoutMs: TIMEOUT_MS,
    quick: values.quick,
    faults: values.only.split(",").map(faultOf),
    progress: (line) => console.error(pc.dim(line)),
  });
  for (const table of failoverTables(report)) console.log(terminalTable(table));
  for (const { target, candidate, limit, measured, reached } of failoverVerdicts(report)) {
    console.log(`${reached ? pc.green("reached") : pc.red("missed ")}  ${candidate}: ${target}: ${measured} (${limit})`);
  }
  console.log(
    Object.entries(await peerVersions())
      .map((pair) => pair.join(" "))
      .join(", "),
  );
  if (values.svg !== undefined) await writeFile(values.svg, failoverChart(report));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report)}\n`);
});

function faultOf(word: string): Fault {
  const fault = FAULTS.find((name) => name === word);
  if (fault === undefined) throw new UsageError(`--only: there is no fault "${word}": choose among ${FAULTS.join(", ")}`);
  return fault;
}
