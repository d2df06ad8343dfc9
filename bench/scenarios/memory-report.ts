/** Peaks of memory → the tables of uploads and download, and the verdict on the uploads. */
import { DEFAULTS } from "../../src/messageweave/settings.ts";
import { mib } from "../format.ts";
import type { Report, Table, Verdict } from "../scenario.ts";
import { type Spread, spread } from "../statistics.ts";
import { HELD_TO_TARGETS, UPLOAD_LIMIT } from "../targets.ts";

/** One exchange with a candidate that had just started. */
export interface Run {
  /** Resident before it, after one small request, in bytes. */
  readonly idle: number;
  /** The highest while it lasted, in bytes. */
  readonly peak: number;
  readonly seconds: number;
  /** What came instead of the whole answer, one for each request. */
  readonly failures: readonly string[];
}

export interface Measured {
  /** What was exchanged. */
  readonly exchange: string;
  readonly name: string;
  readonly isBase: boolean;
  readonly runs: Run[];
}

/** What the gateways may hold of eight uploads, in bytes. */
const HELD_BYTES = 8 * DEFAULTS.LB_MAX_REPLAY_BYTES;

const NOTE = "Memory is what is resident, summed over the processes of a candidate: pages that they share count once for each.";

export function uploadsReport(measured: readonly Measured[]): Report {
  const verdicts = byExchange(measured).flatMap(([exchange, rows]) => {
    const base = peakOf(rows.find(({ isBase }) => isBase));
    return base === undefined ? [] : rows.flatMap((row) => verdictOf(exchange, row, UPLOAD_LIMIT * base.median + HELD_BYTES));
  });
  return { ...downloadReport(measured), verdicts };
}

export function downloadReport(measured: readonly Measured[]): Report {
  return { tables: byExchange(measured).map(([exchange, rows]) => tableOf(`Memory: ${exchange}`, rows)), data: measured };
}

function byExchange(measured: readonly Measured[]): readonly (readonly [string, readonly Measured[]])[] {
  const titles = [...new Set(measured.map(({ exchange }) => exchange))];
  return titles.map((title) => [title, measured.filter(({ exchange }) => exchange === title)]);
}

function tableOf(title: string, measured: readonly Measured[]): Table {
  return {
    title,
    head: ["candidate", "idle, MiB", "peak, MiB (quartiles)", "seconds", "errors"],
    rows: measured.map((row) => {
      const peak = peakOf(row);
      const good = row.runs.filter(({ failures }) => failures.length === 0);
      return [
        row.name,
        mib(spread(row.runs.map(({ idle }) => idle)).median),
        peak === undefined ? "–" : `${mib(peak.median)} (${mib(peak.lower)}–${mib(peak.upper)})`,
        good.length === 0 ? "–" : spread(good.map(({ seconds }) => seconds)).median.toFixed(2),
        [...new Set(row.runs.flatMap(({ failures }) => failures))].join(", ") || "0",
      ];
    }),
    notes: [NOTE],
  };
}

/** Of the runs in which everything arrived: a proxy that refuses an upload needs no memory for it. */
function peakOf(row: Measured | undefined): Spread | undefined {
  const peaks = row?.runs.flatMap(({ peak, failures }) => (failures.length === 0 ? [peak] : [])) ?? [];
  return peaks.length === 0 ? undefined : spread(peaks);
}

function verdictOf(exchange: string, row: Measured, limit: number): readonly Verdict[] {
  const peak = peakOf(row);
  if (!HELD_TO_TARGETS.has(row.name)) return [];
  return [
    {
      target: `peak of ${exchange}`,
      candidate: row.name,
      limit: `≤ ${UPLOAD_LIMIT} × bare + ${HELD_BYTES / 1_048_576} = ${mib(limit)} MiB`,
      measured: peak === undefined ? "no run without errors" : `${mib(peak.median)} MiB`,
      reached: peak !== undefined && peak.median <= limit,
    },
  ];
}
