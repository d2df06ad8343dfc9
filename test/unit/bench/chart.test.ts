import { expect, test } from "vitest";
import { layoutOf } from "../../../bench/chart/layout.ts";
import { failoverChart } from "../../../bench/chart.ts";
import { FAULTS, METHODS } from "../../../bench/failover/kinds.ts";
import { episode } from "./episode.ts";

const all = FAULTS.flatMap((fault) =>
  ["gateway", "nginx"].flatMap((candidate) =>
    METHODS.map((method) =>
      episode({ candidate, fault, method }, candidate === "nginx" && fault === "hanging" ? { lost: 150, slow: 150 } : {}),
    ),
  ),
);

test("the chart is an SVG with a panel for each fault and a row for each candidate", () => {
  const svg = failoverChart({ episodes: all });
  expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
  for (const fault of FAULTS) expect(svg).toContain(`>${fault}: `);
  for (const name of ["gateway", "nginx", "GET median", "POST p99", "POST longest", "latency", "10 s"]) expect(svg).toContain(`>${name}<`);
  expect(svg.match(/>150 · 150 lost</g)).toHaveLength(1);
});

test("panels do not overlap, and lie within the picture", () => {
  const { panels, width, height } = layoutOf(all);
  expect(panels).toHaveLength(FAULTS.length);
  for (const [i, one] of panels.entries()) {
    expect(one.left + one.width).toBeLessThan(width);
    expect(one.top + one.height).toBeLessThan(height);
    for (const other of panels.slice(i + 1)) {
      expect(one.left + one.width < other.left || one.top + one.height < other.top || other.left + other.width < one.left).toBe(true);
    }
  }
});

test("there is no picture of nothing", () => {
  expect(() => failoverChart({ episodes: [] })).toThrow("no episode to draw");
});
