/** Turns of load → the tables of the workloads and their verdicts. */

import type { RunningCandidate } from "../candidates/candidate.ts";
import { bare } from "../candidates/workers.ts";
import { short } from "../format.ts";
import type { WrkResult } from "../load/wrk-output.ts";
import type { Report, Table, Verdict } from "../scenario.ts";
import { pairedRatios, spread } from "../statistics.ts";
import { CPU_LIMITS, HELD_TO_TARGETS, ratioText, ratioVerdict } from "../targets.ts";

export const WORKLOADS = [
  { key: "small", title: "small GET" },
  { key: "post", title: "POST of 1 KiB" },
  { key: "large", title: "GET of 1 MiB" },
] as const;

export type Workload = (typeof WORKLOADS)[number];

export interface RunningOne extends RunningCandidate {
  readonly name: string;
}

/** One candidate's share of one round. */
export interface Turn extends WrkResult {
  readonly cpuMs: number;
}

export interface Measured {
  readonly name: string;
  readonly workload: Workload["key"];
  /** Why there was no load: what it answered instead of what was asked for. */
  readonly refusal: string | undefined;
  readonly turns: Turn[];
}

export function requestsReport(measured: readonly Measured[]): Report {
  const each = WORKLOADS.map((workload) => {
    const rows = measured.filter((row) => row.workload === workload.key);
    return { workload, rows, base: perRequest(rows.find(({ name }) => name === bare.name)) };
  });
  return {
    tables: each.map(({ workload, rows, base }) => tableOf(workload, rows, base)),
    verdicts: each.flatMap(({ workload, rows, base }) => rows.flatMap((row) => verdictOf(workload, row, base))),
    data: measured,
  };
}

/** Microseconds on a core per request, turn by turn; a turn without a good answer has none. */
const perRequest = (row: Measured | undefined): readonly (number | undefined)[] =>
  row?.turns.map(({ cpuMs, requests, badAnswers }) => (requests > badAnswers ? (cpuMs * 1_000) / requests : undefined)) ?? [];

function tableOf({ title }: Workload, rows: readonly Measured[], base: readonly (number | undefined)[]): Table {
  return {
    title: `${title}: CPU per request`,
    head: ["candidate", "µs per request", "× bare (quartiles)", "requests/s", "errors"],
    rows: rows.map((row) => cellsOf(row, base)),
  };
}

function cellsOf(row: Measured, base: readonly (number | undefined)[]): readonly string[] {
  const own = perRequest(row).filter((value) => value !== undefined);
  if (row.refusal !== undefined || own.length === 0) return [row.name, "–", "–", "–", row.refusal ?? errorsOf(row)];
  const ratios = pairedRatios(perRequest(row), base);
  return [
    row.name,
    short(spread(own).median),
    ratios.length === 0 ? "–" : ratioText(spread(ratios)),
    short(spread(row.turns.map(({ requests, seconds }) => requests / seconds)).median),
    errorsOf(row),
  ];
}

function errorsOf({ turns }: Measured): string {
  const sum = (pick: (turn: Turn) => number): number => turns.reduce((total, turn) => total + pick(turn), 0);
  const bad = sum(({ badAnswers }) => badAnswers);
  const broken = sum(({ socketErrors }) => socketErrors);
  return bad + broken === 0 ? "0" : `${bad} bad answers, ${broken} socket errors of ${sum(({ requests }) => requests)}`;
}

function verdictOf({ key, title }: Workload, row: Measured, base: readonly (number | undefined)[]): readonly Verdict[] {
  const ratios = pairedRatios(perRequest(row), base);
  if (!HELD_TO_TARGETS.has(row.name) || ratios.length === 0) return [];
  return [ratioVerdict(`CPU per ${title}`, row.name, spread(ratios), CPU_LIMITS[key])];
}
