/** From what was measured to tables and verdicts. */
import { describe, expect, test } from "vitest";
import { type Measured as Memory, uploadsReport } from "../../../bench/scenarios/memory-report.ts";
import { type Measured, requestsReport, type Turn } from "../../../bench/scenarios/requests-report.ts";
import { DEFAULTS } from "../../../src/messageweave/settings.ts";

const turn = (cpuMs: number, more: Partial<Turn> = {}): Turn => ({
  cpuMs,
  requests: 1_000,
  seconds: 0.5,
  badAnswers: 0,
  socketErrors: 0,
  ...more,
});

const small = (name: string, turns: Turn[], refusal?: string): Measured => ({ name, workload: "small", refusal, turns });

describe("requests", () => {
  test("CPU is compared with that of the bare Worker in the same round", () => {
    const { tables, verdicts } = requestsReport([
      small("bare", [turn(100), turn(200), turn(50)]),
      small("gateway", [turn(110), turn(200), turn(60)]),
      small("nginx", [turn(50), turn(100), turn(25)]),
    ]);
    expect(tables[0]?.rows).toEqual([
      ["bare", "100", "1.00 (1.00–1.00)", "2000", "0"],
      ["gateway", "110", "1.10 (1.05–1.15)", "2000", "0"],
      ["nginx", "50.0", "0.50 (0.50–0.50)", "2000", "0"],
    ]);
    expect(verdicts?.map(({ candidate, reached }) => [candidate, reached])).toEqual([["gateway", true]]);
  });

  test("the verdict is that of the median", () => {
    const verdictOn = (cpuMs: number) => requestsReport([small("bare", [turn(100)]), small("gateway", [turn(cpuMs)])]).verdicts;
    expect(verdictOn(112)).toMatchObject([{ target: "CPU per small GET", limit: "≤ 1.12", reached: true }]);
    expect(verdictOn(112.5)).toMatchObject([{ reached: false }]);
  });

  test("a candidate that does not answer as it should is reported as such, and has no numbers", () => {
    const { tables, verdicts } = requestsReport([small("bare", [turn(100)]), small("gateway", [], "answers 404")]);
    expect(tables[0]?.rows[1]).toEqual(["gateway", "–", "–", "–", "answers 404"]);
    expect(verdicts).toEqual([]);
  });

  test("errors under load are counted out", () => {
    const rows = requestsReport([small("bare", [turn(100)]), small("nginx", [turn(9, { badAnswers: 3, socketErrors: 2 })])]).tables[0]
      ?.rows;
    expect(rows?.[1]?.at(-1)).toBe("3 bad answers, 2 socket errors of 1000");
  });

  test("a turn without one good answer counts for nothing", () => {
    const rows = requestsReport([small("bare", [turn(100)]), small("nginx", [turn(9, { badAnswers: 1_000 })])]).tables[0]?.rows;
    expect(rows?.[1]).toEqual(["nginx", "–", "–", "–", "1000 bad answers, 0 socket errors of 1000"]);
  });
});

describe("uploads", () => {
  const MIB = 1_048_576;
  const run = (peak: number, failures: string[] = []) => ({ idle: 40 * MIB, peak: peak * MIB, seconds: 1, failures });
  const row = (name: string, runs: Memory["runs"]): Memory => ({ exchange: "uploads", name, isBase: name === "bare", runs });
  const held = (8 * DEFAULTS.LB_MAX_REPLAY_BYTES) / MIB;

  test("the limit is one and a half times the bare Worker's peak, and what may be held", () => {
    const reached = (peak: number) =>
      uploadsReport([row("bare", [run(40)]), row("gateway", [run(peak)])]).verdicts?.map((verdict) => verdict.reached);
    expect(reached(60 + held)).toEqual([true]);
    expect(reached(60 + held + 1)).toEqual([false]);
  });

  test("a run in which something was refused says nothing of memory", () => {
    const { tables, verdicts } = uploadsReport([row("bare", [run(40)]), row("gateway", [run(41, ["413"])])]);
    expect(tables[0]?.rows[1]).toEqual(["gateway", "40.0", "–", "–", "413"]);
    expect(verdicts).toMatchObject([{ measured: "no run without errors", reached: false }]);
  });
});
