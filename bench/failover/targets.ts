/** What the gateway promises of failover, held against a run. */
import type { Verdict } from "../scenario.ts";
import { shortMs } from "./format.ts";
import type { Fault } from "./kinds.ts";
import { GRACE_MS, SLOW_MS } from "./measures.ts";
import type { Episode, FailoverReport } from "./report.ts";

/** The gateways, as the candidates name them. */
export const ROUTING_OFF = "gateway";
export const ROUTING_ON = "gateway, routing on";
export const HEDGING = "gateway, hedging";

/** Faults that show at once: they may cost no time worth the name. */
const AT_ONCE: readonly Fault[] = ["refused", "reset", "500"];

/** Faults that show only by waiting. */
const BY_WAITING: readonly Fault[] = ["hanging", "slow"];

/** An episode's p99 may be so many times the healthy one. */
const P99_FACTOR = 2;

/** One verdict for each promise that the run has something to say of. */
export function failoverVerdicts({ episodes }: Pick<FailoverReport, "episodes">): Verdict[] {
  const of = (candidate: string, fault?: Fault): Episode[] =>
    episodes.filter((episode) => episode.candidate === candidate && (fault === undefined || episode.fault === fault));
  return [
    ...[ROUTING_OFF, ROUTING_ON, HEDGING].flatMap((candidate) => nothingLost(candidate, of(candidate))),
    ...AT_ONCE.flatMap((fault) => asFastAsHealthy(fault, of(ROUTING_ON, fault))),
    ...BY_WAITING.flatMap((fault) => slowAtTheFallOnly(fault, of(ROUTING_ON, fault))),
    ...BY_WAITING.flatMap((fault) => {
      const gets = of(HEDGING, fault).filter(({ method }) => method === "GET");
      return noneSlow(fault, gets);
    }),
  ];
}

type Judge<Subject> = (subject: Subject, episodes: readonly Episode[]) => Verdict[];

const sum = (episodes: readonly Episode[], pick: (episode: Episode) => number): number =>
  episodes.reduce((total, episode) => total + pick(episode), 0);

const nothingLost: Judge<string> = (candidate, episodes) => {
  if (episodes.length === 0) return [];
  const lost = sum(episodes, ({ measures }) => measures.lost);
  const where = episodes.filter(({ measures }) => measures.lost > 0).map(({ fault, method }) => `${fault} ${method}`);
  return [
    {
      target: "failover: lost requests",
      candidate,
      limit: "0",
      measured: `${lost} of ${sum(episodes, ({ measures }) => measures.requests)}${where.length === 0 ? "" : ` (${where.join(", ")})`}`,
      reached: lost === 0,
    },
  ];
};

const asFastAsHealthy: Judge<Fault> = (fault, episodes) =>
  episodes.map(({ method, measures: { healthy, episode } }) => ({
    target: `failover, ${fault}: p99 of ${method}`,
    candidate: ROUTING_ON,
    limit: `≤ ${P99_FACTOR} × healthy p99`,
    measured: `${shortMs(episode.p99)} ms, healthy ${shortMs(healthy.p99)} ms`,
    reached: episode.p99 <= P99_FACTOR * healthy.p99,
  }));

const slowAtTheFallOnly: Judge<Fault> = (fault, episodes) =>
  episodes.map(({ method, measures: { slow, slowLate, slowLateSinceMet } }) => ({
    target: `failover, ${fault}: ${method} slower than ${SLOW_MS} ms that began over ${GRACE_MS} ms after the first one that met it`,
    candidate: ROUTING_ON,
    limit: "0",
    measured: `${slowLateSinceMet} (${slow} slow in all, ${slowLate} began over ${GRACE_MS} ms after the fall itself)`,
    reached: slowLateSinceMet === 0,
  }));

const noneSlow: Judge<Fault> = (fault, episodes) =>
  episodes.map(({ method, measures: { slow, requests } }) => ({
    target: `failover, ${fault}: ${method} slower than ${SLOW_MS} ms`,
    candidate: HEDGING,
    limit: "0",
    measured: `${slow} of ${requests}`,
    reached: slow === 0,
  }));
