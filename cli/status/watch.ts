/** `status --watch`: looks again and again, and says what has changed. */
import type { ExitCode } from "../exit.ts";
import type { Io, Screen } from "../io.ts";
import { jsonText } from "../terminal/json.ts";
import { liveOn } from "../terminal/live.ts";
import type { Address } from "./address.ts";
import { changesOf } from "./changes.ts";
import { fitted } from "./frame.ts";
import { clock, shown, summaryOf, tableOf } from "./present.ts";
import type { Look, Reading } from "./reading.ts";
import { exitCodeOf, type Report } from "./report.ts";

/** What stays on a terminal of the changes since the start. */
const CHANGES_SHOWN = 10;

export interface WatchOptions {
  readonly address: Address;
  readonly look: Look;
  readonly everyMs: number;
  readonly json: boolean;
  readonly signal: AbortSignal;
}

/** All that a drawing needs. */
interface State {
  readonly reading: Reading;
  /** The last report, and when it came. */
  readonly last: { readonly report: Report; readonly at: number } | undefined;
  /** What this look has changed, and the last changes up to it. */
  readonly news: readonly string[];
  readonly changes: readonly string[];
}

/** Until it is interrupted; the exit code is that of the last look. */
export async function watch(options: WatchOptions, io: Io): Promise<ExitCode> {
  const { look, everyMs, json, signal } = options;
  const live = json ? undefined : liveOn(io.out);
  const started = io.now();
  let state: State | undefined;
  live?.draw(io.out.colors.dim(`asking ${options.address.label}`));
  while (!signal.aborted) {
    const reading = await look(signal);
    // A look that was interrupted has seen nothing.
    if (signal.aborted) break;
    const after = next(state, reading, io.now());
    if (json) writeJson(reading, options, io);
    else if (live) live.draw(frame(after, started, options, io.out));
    else io.out.write(lines(state, after, io));
    state = after;
    await io.sleep(everyMs, signal);
  }
  live?.done();
  return state?.reading.kind === "report" ? exitCodeOf(state.reading.report) : 2;
}

function next(state: State | undefined, reading: Reading, at: number): State {
  const known = state?.last;
  const found = state === undefined ? [] : changesOf({ before: state.reading, after: reading, known: known?.report });
  const news = found.map((text) => `${clock(at)} ${text}`);
  return {
    reading,
    last: reading.kind === "report" ? { report: reading.report, at } : known,
    news,
    changes: [...(state?.changes ?? []), ...news].slice(-CHANGES_SHOWN),
  };
}

/** In a pipe: the whole state once, then a line for each change. */
function lines(before: State | undefined, { reading, last, news }: State, io: Io): string {
  const told = news.map((line) => `${line}\n`);
  if (reading.kind === "none") return before === undefined ? `${clock(io.now())} ${reading.problem}\n` : told.join("");
  return `${told.join("")}${last && before?.last === undefined ? shown(reading.report, io.out) : ""}`;
}

/** On a terminal: the state now, and the last changes. */
function frame(
  { reading, last, changes }: State,
  started: number,
  { address, everyMs }: WatchOptions,
  { colors, columns, stream }: Screen,
): string {
  const head = `${colors.bold(address.label)}  ${colors.dim(`every ${everyMs / 1000} s, Ctrl-C ends it`)}`;
  const seen = last && `${summaryOf(last.report, { colors })}, at ${clock(last.at)}`;
  const now = reading.kind === "none" ? [colors.red(reading.problem), ...(seen === undefined ? [] : [`before: ${seen}`])] : [seen ?? ""];
  const [tableHead = "", ...rows] = last === undefined ? [] : tableOf(last.report, { colors }).split("\n");
  const isDown = (at: number): boolean => last?.report.backends[at]?.up === false;
  const since = changes.length === 0 ? `nothing has changed since ${clock(started)}` : `changed since ${clock(started)}:`;
  const parts = {
    top: [head, ...now],
    tableHead,
    rows: rows.map((text, at) => ({ text, isDown: isDown(at) })),
    since: colors.dim(since),
    changes,
  };
  // Asked each time: it may have been resized.
  return fitted(parts, { rows: stream?.rows ?? 24, columns: stream?.columns ?? columns });
}

/** One line for each look: of JSON, or of what stood in its way. */
function writeJson(reading: Reading, { address }: WatchOptions, io: Io): void {
  if (reading.kind === "report") io.out.write(`${jsonText(reading.body)}\n`);
  else io.err.write(`${io.err.colors.red(`${address.label}: ${reading.problem}`)}\n`);
}
