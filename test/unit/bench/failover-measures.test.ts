import { describe, expect, test } from "vitest";
import type { Sample } from "../../../bench/failover/client.ts";
import { latenciesOf, measure, percentile } from "../../../bench/failover/measures.ts";

const sample = (dueAt: number, ms: number, status = 200): Sample => ({ dueAt, ms, status, lateMs: 0 });

describe("percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  test.for([
    [hundred, 0.5, 50],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
    [[7], 0.5, 7],
    [[7], 0.99, 7],
    [[1, 2], 0.5, 1],
    [[10, 9, 2], 0.99, 10],
  ] as const)("of %j at %d is %d", ([values, part, expected]) => {
    expect(percentile(values, part)).toBe(expected);
  });

  test("of nothing is no number", () => {
    expect(percentile([], 0.5)).toBeNaN();
  });

  test("leaves the values in their order", () => {
    const values = [3, 1, 2];
    percentile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });
});

test("latencies are those of all requests, lost ones too", () => {
  expect(latenciesOf([sample(0, 1), sample(50, 5_000, 0), sample(100, 3)])).toEqual({ p50: 3, p99: 5_000, longest: 5_000 });
});

describe("an episode", () => {
  const course = {
    healthy: [sample(0, 2), sample(50, 3, 502)],
    episode: [
      sample(1_000, 2),
      sample(1_250, 900),
      sample(1_310, 900),
      sample(1_390, 501),
      sample(1_401, 900, 504),
      sample(1_500, 500),
      sample(1_550, 7, 301),
    ],
    fallAt: 1_000,
    firstMetAt: 1_100,
    reachedBroken: 4,
    healedMs: undefined,
  };
  const measures = measure(course);

  test("lost is what got no 2xx", () => {
    expect(measures).toMatchObject({ requests: 7, lost: 2, lostHealthy: 1 });
  });

  test("slow is more than 500 ms, counted from the fall and from the first request that met it", () => {
    expect(measures).toMatchObject({ slow: 4, slowLate: 3, slowLateSinceMet: 1 });
  });

  test("where nothing met the fault, the fall counts", () => {
    expect(measure({ ...course, firstMetAt: undefined }).slowLateSinceMet).toBe(3);
  });

  test("an origin that was not seen again is null, which JSON keeps", () => {
    expect(measures.healedMs).toBeNull();
    expect(measure({ ...course, healedMs: 0 }).healedMs).toBe(0);
  });
});
