// What is said once everything runs: where it is, what it stands before, and what to try.
import pc from "picocolors";
import type { Demonstration, Running, Standing } from "./demonstration.ts";

/** The text. Every line to try can be copied as it is. */
export function banner(demonstration: Demonstration, running: Running, standing: readonly Standing[]): string {
  const { at, plainAt } = running;
  const examples = demonstration.examples(running);
  const pages = running.isDemonstration ? demonstration.pages : ["/"];
  const width = Math.max(...examples.map(([line]) => line.length));
  const before = standing.map(({ name, url }) => (url.endsWith(`/${name}`) ? url : `${pc.bold(name)} ${url}`));
  return [
    "",
    `${pc.bold(demonstration.title)} on ${pc.bold(pc.cyan(at))}  (and ${plainAt}, which ${demonstration.plainSide})`,
    `in front of  ${before.join("   ")}`,
    ...["certificate  made for this run: curl wants -k, a browser a click", ...demonstration.notes(running)].map(pc.dim),
    "",
    "try",
    ...examples.map(([line, why]) => `  ${line.padEnd(width)}  ${pc.dim(`# ${why}`)}`),
    `  or open ${pages.map((page) => at + page).join(" or ")} in a browser`,
  ].join("\n");
}
