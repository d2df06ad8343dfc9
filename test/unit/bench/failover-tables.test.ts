import { describe, expect, test } from "vitest";
import { failoverTables } from "../../../bench/failover/tables.ts";
import { episode, report } from "./episode.ts";

const nginx = { candidate: "nginx", fault: "hanging" } as const;
const both = [
  episode({ ...nginx, method: "GET" }, { lost: 3, slow: 4, reachedBroken: 5, episode: { p50: 1.25, p99: 9.96, longest: 5_001.2 } }),
  episode({ ...nginx, method: "POST" }, { lost: 6, slow: 7, reachedBroken: 8, healedMs: null }),
];

describe("a table for each fault that was run", () => {
  test("GET and POST share a cell", () => {
    const [table] = failoverTables(report(both));
    expect(table?.title).toContain("hanging");
    expect(table?.rows).toEqual([
      ["nginx", "3 · 6", "5.0 · 5.0", "1.3 · 2.0", "10.0 · 5.0", "5001 · 6.0", "4 · 7", "5 · 8", "1.2 s · > 35.0 s"],
    ]);
    expect(table?.rows[0]).toHaveLength(table?.head.length ?? 0);
  });

  test("what was not run is a dash", () => {
    const [table] = failoverTables(report(both.slice(0, 1)));
    expect(table?.rows[0]?.[1]).toBe("3 · –");
  });

  test("in the order of the faults, not of the run", () => {
    const tables = failoverTables(report([...both, episode({ candidate: "nginx", fault: "refused", method: "GET" })]));
    expect(tables.map(({ title }) => title.split(":")[0])).toEqual(["Failover, refused", "Failover, hanging"]);
    expect(tables.map(({ notes }) => notes !== undefined)).toEqual([false, true]);
  });
});

describe("the notes", () => {
  const notes = (...more: Parameters<typeof report>) =>
    failoverTables(report(...more))
      .at(-1)
      ?.notes?.join("\n") ?? "";

  test("say how late the requests were sent", () => {
    expect(notes(both)).toContain("0.5 ms in the middle, 2.0 ms at the 99th percentile, 3.0 ms at most");
  });

  test("do not believe a busy machine", () => {
    const busy = "was busy with something else";
    expect(notes(both)).not.toContain(busy);
    expect(notes(both, { lateness: { p50: 1, p99: 21, longest: 90 } })).toContain(busy);
    expect(notes([...both, episode({ ...nginx, method: "GET" }, { lostHealthy: 1 })])).toContain(busy);
  });

  test("name what was left out, and why", () => {
    expect(notes(both, { leftOut: [{ candidate: "Caddy", why: "Caddy is not installed" }] })).toContain(
      "Left out: Caddy: Caddy is not installed",
    );
  });
});
