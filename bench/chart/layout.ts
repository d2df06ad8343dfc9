/** Where each panel of the chart lies, in pixels. */
import { FAULTS, type Fault } from "../failover/kinds.ts";
import type { Episode } from "../failover/report.ts";

const COLUMNS = 3;
const ROW = 30;
const NAMES = 178;
const PLOT = 330;
/** Beside each plot: how many were lost. */
const LOST = 104;
const HEADER = 124;
const PANEL_TITLE = 34;
const PANEL_FOOT = 62;

export interface Panel {
  readonly fault: Fault;
  /** Left, top and so on of the plot itself. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Candidates stand beside the first of a line only: all have the same rows. */
  readonly isFirstOfLine: boolean;
}

export interface Layout {
  /** From top to bottom. */
  readonly candidates: readonly string[];
  readonly panels: readonly Panel[];
  readonly width: number;
  readonly height: number;
}

export function layoutOf(episodes: readonly Pick<Episode, "candidate" | "fault">[]): Layout {
  const candidates = [...new Set(episodes.map(({ candidate }) => candidate))];
  const faults = FAULTS.filter((fault) => episodes.some((episode) => episode.fault === fault));
  const columns = Math.min(COLUMNS, faults.length);
  const height = candidates.length * ROW;
  const line = PANEL_TITLE + height + PANEL_FOOT;
  return {
    candidates,
    panels: faults.map((fault, i) => ({
      fault,
      left: NAMES + (i % COLUMNS) * (PLOT + LOST),
      top: HEADER + Math.floor(i / COLUMNS) * line + PANEL_TITLE,
      width: PLOT,
      height,
      isFirstOfLine: i % COLUMNS === 0,
    })),
    width: NAMES + columns * (PLOT + LOST) + 10,
    height: HEADER + Math.ceil(faults.length / COLUMNS) * line + 10,
  };
}
