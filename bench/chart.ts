/** The failover latencies as a picture: an SVG that needs neither a browser nor fonts of its own. */
import { CustomChart, ScatterChart } from "echarts/charts";
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { latencyOption, sizeOf } from "./chart/option.ts";
import type { FailoverReport } from "./failover/report.ts";

use([CustomChart, ScatterChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

/** One panel for each fault, one row for each candidate: median, p99 and longest, and what was lost. Throws where nothing was run. */
export function failoverChart(report: Pick<FailoverReport, "episodes">): string {
  if (report.episodes.length === 0) throw new Error("there is no episode to draw: run the failover part of the bench first");
  const chart = init(null, null, { renderer: "svg", ssr: true, ...sizeOf(report) });
  try {
    chart.setOption(latencyOption(report));
    return `${chart.renderToSVGString()}\n`;
  } finally {
    chart.dispose();
  }
}
