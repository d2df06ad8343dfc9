/** `npm run bench -- --help`. */
import type { Choices } from "./arguments.ts";

export function help({ scenarios, candidates, base }: Choices): string {
  return `npm run bench [-- OPTIONS]: the gateways beside what one would pick instead, in one run on this machine.

  --quick              everything within two minutes, with fewer and shorter rounds
  --only NAMES         some scenarios: ${scenarios.join(", ")}
  --candidates NAMES   some candidates (always with ${base}, which the others are compared with):
${candidates.map((name) => `                         ${name}`).join("\n")}
  --rounds N           rounds of load, 24 if unset (3 with --quick); each candidate has its turn in each
  --seconds S          how long a turn lasts, 1 if unset (0.3 with --quick)
  --out DIR            where results.json and results.md go, bench/results if unset
  --write-readme       puts the tables of a full run into bench/README.md
  --help               this

Examples
  npm run bench -- --quick
  npm run bench -- --only requests --candidates "gateway,primary-replica" --rounds 20 --seconds 1
  npm run bench -- --only uploads,download --out results

Tables go to stdout, progress to stderr.`;
}
