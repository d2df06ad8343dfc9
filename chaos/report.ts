/** A violation as a person needs it: what was promised, what was seen, of which request, while what was wrong with whom. */
import pc from "picocolors";
import { describeAsk } from "./plan/asks.ts";
import { describeFault } from "./plan/faults.ts";
import type { StormRecord, Violation } from "./record.ts";

/** So much of the schedule before and after a request, in milliseconds. */
const AROUND_MS = 500;

export function describe(violation: Violation, record: StormRecord, command: string): string {
  const { promise, expected, seen, id, around } = violation;
  const asked = record.asked.find((one) => one.id === id);
  const lines = [
    pc.red(`BROKEN: ${promise}`),
    `  gateway    ${record.variant}, ${record.rules.attempts} attempts`,
    ...(id === undefined || asked === undefined
      ? []
      : [
          `  request    ${id}: ${describeAsk(asked.ask)}`,
          `             from ${ms(asked.startedAt)} to ${ms(asked.endedAt)}, ${asked.end}`,
        ]),
    `  expected   ${expected}`,
    `  seen       ${seen}`,
    ...(id === undefined ? [] : arrivals(record, id)),
    ...(around === undefined ? [] : schedule(record, around)),
    `  again      ${command}`,
  ];
  return lines.join("\n");
}

function arrivals({ origins }: StormRecord, id: string): readonly string[] {
  return origins
    .flatMap((origin) => origin.arrivals)
    .filter((arrival) => arrival.id === id)
    .toSorted((one, other) => one.at - other.at)
    .map(({ origin, at, closedAt, fault, answered, broken, received, bodySha }) => {
      const body = `${received} bytes${bodySha === undefined ? ", not ended" : ""}`;
      const came = answered === undefined ? "no answer" : `answered ${answered.status}`;
      return `  arrived    ${ms(at)} at ${origin} (${fault}): ${body}, ${came}${broken ? ", broken off" : ""}, over at ${closedAt === undefined ? "no time" : ms(closedAt)}`;
    });
}

function schedule({ origins }: StormRecord, { from, to }: { readonly from: number; readonly to: number }): readonly string[] {
  return origins.map(({ url, timeline }) => {
    const near = timeline.filter(
      (stretch) => stretch.to >= from - AROUND_MS && stretch.from <= to + AROUND_MS && stretch.to > stretch.from,
    );
    return `  schedule   ${url}: ${near.map((stretch) => `${ms(stretch.from)}-${ms(stretch.to)} ${describeFault(stretch.fault)}`).join(", ")}`;
  });
}

const ms = (time: number): string => `${(time / 1_000).toFixed(3)}s`;
