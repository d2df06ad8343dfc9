/** A run of failover → what the plotting library draws. */
import type { EChartsOption } from "echarts";
import { type Fault, METHODS } from "../failover/kinds.ts";
import { SLOW_MS } from "../failover/measures.ts";
import type { FailoverReport } from "../failover/report.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { FAINT, INK, MARKS, RANGE_MS } from "./look.ts";
import { seriesOf } from "./series.ts";

const TITLES: Readonly<Record<Fault, string>> = {
  refused: "refused: nobody listens",
  reset: "reset: after each request was read",
  hanging: "hanging: no answer, ever",
  500: "500: at once, every time",
  slow: "slow: every answer takes 2 s",
  flapping: "flapping: 1 s refused, 1 s well",
};

export function sizeOf({ episodes }: Pick<FailoverReport, "episodes">): Pick<Layout, "width" | "height"> {
  const { width, height } = layoutOf(episodes);
  return { width, height };
}

export function latencyOption({ episodes }: Pick<FailoverReport, "episodes">): EChartsOption {
  const { candidates, panels } = layoutOf(episodes);
  return {
    animation: false,
    backgroundColor: "#ffffff",
    textStyle: { fontFamily: "system-ui, 'DejaVu Sans', sans-serif", color: INK },
    title: [
      { text: "What clients notice while one of two origins is broken", left: 16, top: 12, textStyle: { fontSize: 20, color: INK } },
      {
        text: `Latency of requests from the fall to the healing, on a logarithmic scale; further left is better.\nAt the right, of GET · POST: how many nobody answered well, and how many took over ${SLOW_MS} ms.`,
        left: 16,
        top: 42,
        textStyle: { fontSize: 13, fontWeight: "normal", lineHeight: 18, color: FAINT },
      },
      ...panels.map(({ fault, left, top }) => ({
        text: TITLES[fault],
        left: left - 5,
        top: top - 30,
        textStyle: { fontSize: 14, color: INK },
      })),
    ],
    legend: {
      left: 12,
      top: 88,
      itemGap: 20,
      itemWidth: 14,
      itemHeight: 12,
      textStyle: { fontSize: 13, color: INK },
      data: METHODS.flatMap((method) => MARKS.map(([, name, icon]) => ({ name: `${method} ${name}`, icon }))),
    },
    grid: panels.map(({ left, top, width, height }) => ({ left, top, width, height })),
    xAxis: panels.map((_, gridIndex) => ({
      type: "log" as const,
      gridIndex,
      min: RANGE_MS[0],
      max: RANGE_MS[1],
      axisLabel: { formatter: (ms: number) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`), color: FAINT, fontSize: 11 },
      axisLine: { onZero: false, lineStyle: { color: FAINT } },
      name: "latency",
      nameLocation: "middle" as const,
      nameGap: 24,
      nameTextStyle: { color: FAINT, fontSize: 11 },
      splitLine: { lineStyle: { color: "#e9ecf2" } },
    })),
    yAxis: panels.map((_, gridIndex) => ({
      type: "value" as const,
      gridIndex,
      inverse: true,
      min: -0.5,
      max: candidates.length - 0.5,
      interval: 1,
      splitLine: { lineStyle: { color: "#f1f3f7" } },
      axisLabel: { show: false },
      axisTick: { show: false },
    })),
    series: panels.flatMap((panel, i) =>
      seriesOf(
        panel,
        i,
        episodes.filter(({ fault }) => fault === panel.fault),
        candidates,
      ),
    ),
  };
}
