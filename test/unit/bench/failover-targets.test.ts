import { describe, expect, test } from "vitest";
import { workers } from "../../../bench/candidates/workers.ts";
import type { Fault } from "../../../bench/failover/kinds.ts";
import type { Measures } from "../../../bench/failover/measures.ts";
import { failoverVerdicts, HEDGING, ROUTING_OFF, ROUTING_ON } from "../../../bench/failover/targets.ts";
import { episode } from "./episode.ts";

const verdicts = (candidate: string, fault: Fault, measures: Partial<Measures>, method: "GET" | "POST" = "GET") =>
  failoverVerdicts({ episodes: [episode({ candidate, fault, method }, measures)] }).map(({ target, reached }) => [target, reached]);

const latencies = (p99: number) => ({ p50: 1, p99, longest: p99 });

test("the candidates that are held to the targets exist under these names", () => {
  expect(workers.map(({ name }) => name)).toEqual(expect.arrayContaining([ROUTING_OFF, ROUTING_ON, HEDGING]));
});

test("a run that says nothing of a target gives no verdict on it", () => {
  expect(failoverVerdicts({ episodes: [episode({ candidate: "nginx", fault: "hanging", method: "GET" }, { lost: 5 })] })).toEqual([]);
});

describe.for([ROUTING_OFF, ROUTING_ON, HEDGING])("%s", (candidate) => {
  test("may lose nothing", () => {
    const [ofNone, ofOne] = [0, 1].map((lost) =>
      failoverVerdicts({ episodes: [episode({ candidate, fault: "flapping", method: "POST" }, { lost })] }),
    );
    expect(ofNone).toMatchObject([{ reached: true, measured: "0 of 300" }]);
    expect(ofOne).toMatchObject([{ reached: false, measured: "1 of 300 (flapping POST)" }]);
  });
});

describe.for(["refused", "reset", "500"] as const)("routing on, %s: p99 is at most twice the healthy one", (fault) => {
  test.for([
    [10, 5, true],
    [10.1, 5, false],
  ] as const)("%d ms against %d ms: %s", ([broken, healthy, reached]) => {
    expect(verdicts(ROUTING_ON, fault, { episode: latencies(broken), healthy: latencies(healthy) })).toContainEqual([
      `failover, ${fault}: p99 of GET`,
      reached,
    ]);
  });
});

describe.for(["hanging", "slow"] as const)("%s", (fault) => {
  test.for(["GET", "POST"] as const)("routing on: a slow %s counts where it began late", (method) => {
    const judged = (slowLateSinceMet: number) => verdicts(ROUTING_ON, fault, { slow: 9, slowLate: 9, slowLateSinceMet }, method);
    expect(judged(0).every(([, reached]) => reached)).toBe(true);
    expect(judged(1).map(([, reached]) => reached)).toEqual([true, false]);
  });

  test("hedging: no GET is slow, whenever it began", () => {
    expect(verdicts(HEDGING, fault, { slow: 1 })).toContainEqual([`failover, ${fault}: GET slower than 500 ms`, false]);
    expect(verdicts(HEDGING, fault, { slow: 0 })).toContainEqual([`failover, ${fault}: GET slower than 500 ms`, true]);
    expect(verdicts(HEDGING, fault, { slow: 1 }, "POST")).toEqual([["failover: lost requests", true]]);
  });
});
