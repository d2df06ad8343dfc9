/** A run of failover as tables. */
import type { Table } from "../scenario.ts";
import { shortMs } from "./format.ts";
import { FAULTS, type Fault, FLAP_MS, METHODS, SLOW_ANSWER_MS } from "./kinds.ts";
import { type Measures, SLOW_MS } from "./measures.ts";
import type { Episode, FailoverReport } from "./report.ts";

const WHAT: Readonly<Record<Fault, string>> = {
  refused: "refuses connections",
  reset: "reads each request, then resets the connection",
  hanging: "reads each request and never answers",
  500: "answers each request with 500",
  slow: `answers each request after ${SLOW_ANSWER_MS / 1000} s`,
  flapping: `refuses connections and is well by turns, ${FLAP_MS / 1000} s each`,
};

/** Where a run was so late with its own requests, or lost some with nothing broken, its numbers are not to be trusted. */
const LATE_MS = 20;

const COLUMNS: readonly (readonly [string, (measures: Measures, healMs: number) => string])[] = [
  ["lost", ({ lost }) => String(lost)],
  ["healthy p99", ({ healthy }) => shortMs(healthy.p99)],
  ["p50", ({ episode }) => shortMs(episode.p50)],
  ["p99", ({ episode }) => shortMs(episode.p99)],
  ["longest", ({ episode }) => shortMs(episode.longest)],
  [`> ${SLOW_MS} ms`, ({ slow }) => String(slow)],
  ["broken one got", ({ reachedBroken }) => String(reachedBroken)],
  ["serves again after", ({ healedMs }, healMs) => (healedMs === null ? `> ${seconds(healMs)}` : seconds(healedMs))],
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** One table for each fault that was run; each cell is that of GET and that of POST. */
export function failoverTables(report: FailoverReport): Table[] {
  const run = FAULTS.filter((fault) => report.episodes.some((episode) => episode.fault === fault));
  return run.map((fault, i) => ({
    title: `Failover, ${fault}: one of two origins ${WHAT[fault]} (GET · POST)`,
    head: ["candidate", ...COLUMNS.map(([title]) => title)],
    rows: rowsOf(
      report.episodes.filter((episode) => episode.fault === fault),
      report.plan.phases.healMs,
    ),
    ...(i === run.length - 1 ? { notes: notesOn(report) } : {}),
  }));
}

function rowsOf(episodes: readonly Episode[], healMs: number): string[][] {
  const names = [...new Set(episodes.map(({ candidate }) => candidate))];
  return names.map((name) => {
    const own = METHODS.map((method) => episodes.find((episode) => episode.candidate === name && episode.method === method));
    const cell = (show: (measures: Measures, healMs: number) => string): string =>
      own.map((episode) => (episode === undefined ? "–" : show(episode.measures, healMs))).join(" · ");
    return [name, ...COLUMNS.map(([, show]) => cell(show))];
  });
}

/** How to read them, and whether they can be trusted. */
function notesOn({ plan, lateness, leftOut, episodes }: FailoverReport): string[] {
  const { phases, timeoutMs, sideBySide } = plan;
  const lostHealthy = episodes.reduce((sum, { measures }) => sum + measures.lostHealthy, 0);
  return [
    `Milliseconds where no unit stands. ${phases.healthy} requests while both were well, ${phases.episode} while one was broken, ` +
      `${phases.rate} a second by the clock whatever was outstanding, counted from the moment each was due. ` +
      `Lost: no whole 2xx answer within ${seconds(phases.patienceMs)}. Attempts are given ${seconds(timeoutMs)} where a candidate is told a limit. ` +
      "An origin cannot count what it refuses.",
    `${sideBySide} ran side by side, each before its own two origins. Requests were sent late by ${shortMs(lateness.p50)} ms in the middle, ` +
      `${shortMs(lateness.p99)} ms at the 99th percentile, ${shortMs(lateness.longest)} ms at most, which is part of every latency.`,
    ...(lateness.p99 > LATE_MS || lostHealthy > 0
      ? [
          `This machine was busy with something else: ${lostHealthy} requests were lost with nothing broken. Run it again before believing it.`,
        ]
      : []),
    ...leftOut.map(({ candidate, why }) => `Left out: ${candidate}: ${why}`),
  ];
}
