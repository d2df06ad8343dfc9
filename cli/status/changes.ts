/** What is different between two looks at a gateway, each difference in a few words. */
import { printable, statusWord, upWord } from "./present.ts";
import type { Reading } from "./reading.ts";
import type { BackendReport, Report } from "./report.ts";

/** Two looks in a row, and the last report before the second one. */
export interface Step {
  readonly before: Reading;
  readonly after: Reading;
  readonly known: Report | undefined;
}

export function changesOf({ before, after, known }: Step): readonly string[] {
  if (after.kind === "none") return before.kind === "none" && before.problem === after.problem ? [] : [after.problem];
  const differences = known === undefined ? [] : differencesOf(known, after.report);
  return before.kind === "none" ? ["the gateway answers again", ...differences] : differences;
}

function differencesOf(before: Report, after: Report): readonly string[] {
  const version = before.version === after.version ? [] : [`version ${printable(after.version)} (was ${printable(before.version)})`];
  const was = byOrigin(before);
  const is = byOrigin(after);
  const seen = after.backends.flatMap((backend) => {
    const earlier = was.get(backend.origin);
    if (earlier === undefined) return [`${labelOf(backend)} is new: ${stateOf(backend)}`];
    return stateOf(earlier) === stateOf(backend) ? [] : [`${labelOf(backend)} ${stateOf(backend)}`];
  });
  const gone = before.backends.filter(({ origin }) => !is.has(origin)).map((backend) => `${labelOf(backend)} is no longer in the list`);
  return [...version, ...seen, ...gone];
}

const byOrigin = ({ backends }: Report): ReadonlyMap<string, BackendReport> =>
  new Map(backends.map((backend) => [backend.origin, backend]));

const labelOf = ({ name, origin }: BackendReport): string => (name === undefined ? origin : `${printable(name)} (${origin})`);

const stateOf = (backend: BackendReport): string => {
  const status = statusWord(backend);
  return status === "-" ? upWord(backend) : `${upWord(backend)} (${status})`;
};
