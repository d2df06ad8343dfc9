/** What is drawn in one panel of the chart. */
import type { CustomSeriesRenderItem, ScatterSeriesOption, SeriesOption } from "echarts";
import { METHODS, type Method } from "../failover/kinds.ts";
import { type Measures, SLOW_MS } from "../failover/measures.ts";
import type { Episode } from "../failover/report.ts";
import type { Panel } from "./layout.ts";
import { COLOURS, FAINT, INK, MARKS, RANGE_MS, RED } from "./look.ts";

/** How far each method's row is from the middle of its candidate's. */
const OFFSET: Readonly<Record<Method, number>> = { GET: -0.19, POST: 0.19 };

/** The episodes of one fault, as the panel of this index shows them. */
export function seriesOf(panel: Panel, index: number, episodes: readonly Episode[], candidates: readonly string[]): SeriesOption[] {
  const axes = { xAxisIndex: index, yAxisIndex: index, silent: true } as const;
  const rowOf = (candidate: string): number => candidates.indexOf(candidate);
  const perMethod = METHODS.flatMap((method): SeriesOption[] => {
    const own = episodes.filter((episode) => episode.method === method);
    const y = ({ candidate }: Episode): number => rowOf(candidate) + OFFSET[method];
    const itemStyle = { color: COLOURS[method] };
    return [
      {
        ...axes,
        type: "custom",
        itemStyle,
        renderItem: reach,
        data: own.map((episode) => [episode.measures.episode.p50, episode.measures.episode.longest, y(episode)]),
        encode: { x: [0, 1], y: 2 },
      },
      ...MARKS.map(
        ([key, name, symbol, symbolSize]): ScatterSeriesOption => ({
          ...axes,
          type: "scatter",
          name: `${method} ${name}`,
          symbol,
          symbolSize,
          itemStyle: { ...itemStyle, opacity: 1 },
          data: own.map((episode) => [Math.max(RANGE_MS[0], episode.measures.episode[key]), y(episode)]),
        }),
      ),
    ];
  });
  return [...perMethod, names(panel, axes, candidates), losses(axes, episodes, candidates)];
}

/** A line from the median to the longest. */
const reach: CustomSeriesRenderItem = (_, api) => {
  const [x1 = 0, y1 = 0] = api.coord([Math.max(RANGE_MS[0], Number(api.value(0))), api.value(2)]);
  const [x2 = 0, y2 = 0] = api.coord([Math.max(RANGE_MS[0], Number(api.value(1))), api.value(2)]);
  return { type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: String(api.visual("color")), lineWidth: 2, opacity: 0.45 } };
};

type Axes = Pick<ScatterSeriesOption, "xAxisIndex" | "yAxisIndex" | "silent">;

/** Candidates beside their rows, and the line beyond which a request is called slow. */
function names({ isFirstOfLine }: Panel, axes: Axes, candidates: readonly string[]): ScatterSeriesOption {
  const bold = (candidate: string) => (candidate.startsWith("gateway") || candidate === "primary-replica" ? "bold" : "normal");
  return {
    ...axes,
    type: "scatter",
    symbolSize: 0,
    data: candidates.map((name, row) => ({
      value: [RANGE_MS[0], row],
      label: { show: isFirstOfLine, position: "left", distance: 8, formatter: name, color: INK, fontSize: 13, fontWeight: bold(name) },
    })),
    markLine: {
      symbol: "none",
      silent: true,
      lineStyle: { color: FAINT, type: "dashed" },
      label: { formatter: `${SLOW_MS} ms`, color: FAINT, fontSize: 10, position: "start", distance: 2 },
      data: [{ xAxis: SLOW_MS }],
    },
  };
}

/** What was lost and what was slow, beyond the right end of each row. */
function losses(axes: Axes, episodes: readonly Episode[], candidates: readonly string[]): ScatterSeriesOption {
  return {
    ...axes,
    type: "scatter",
    symbolSize: 0,
    data: candidates.map((name, row) => {
      const own = METHODS.flatMap((method) => episodes.filter((one) => one.candidate === name && one.method === method));
      return {
        value: [RANGE_MS[1], row],
        label: {
          show: true,
          position: "right",
          distance: 6,
          fontSize: 11,
          lineHeight: 13,
          color: FAINT,
          formatter: countsOf(own),
          rich: COUNTS,
        },
      };
    }),
  };
}

const COUNTS = { lost: { color: RED, fontWeight: "bold" }, slow: { color: INK } } as const;

function countsOf(own: readonly Episode[]): string {
  const line = (pick: keyof Measures & ("lost" | "slow")): string[] => {
    const counts = own.map(({ measures }) => measures[pick]);
    return counts.some((count) => count > 0) ? [`{${pick}|${counts.join(" · ")} ${pick}}`] : [];
  };
  const lines = [...line("lost"), ...line("slow")];
  return lines.length === 0 ? "none" : lines.join("\n");
}
