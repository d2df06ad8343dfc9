/** A report as a person reads it. */
import type { Screen } from "../io.ts";
import { plain } from "../terminal/plain.ts";
import { table } from "../terminal/table.ts";
import type { BackendReport, Report } from "./report.ts";

type Look = Pick<Screen, "colors">;

/** Overall status, version, how many are up. */
export function summaryOf(report: Report, { colors }: Look): string {
  const { status, version, available, backends } = report;
  const unknown = backends.filter(({ up }) => up === null).length;
  const colour = available === 0 ? colors.red : available < backends.length ? colors.yellow : colors.green;
  const counted = `${available} of ${backends.length} up${unknown === 0 ? "" : ` (${unknown} not known yet)`}`;
  return `${colour(colors.bold(status))}, version ${printable(version)}, ${colour(counted)}`;
}

/** One row for each origin, in configured order. Empty where there is none. */
export function tableOf({ backends }: Report, look: Look): string {
  if (backends.length === 0) return "";
  const hasNames = backends.some(({ name }) => name !== undefined);
  const rows = backends.map((backend) => [
    ...(hasNames ? [printable(backend.name ?? "")] : []),
    backend.origin,
    colouredUp(backend, look),
    statusWord(backend),
  ]);
  return table([...(hasNames ? ["name"] : []), "origin", "up", "status"], rows, look);
}

/** All of it. Ends in a newline. */
export function shown(report: Report, look: Look): string {
  const drawn = tableOf(report, look);
  const advice =
    report.backends.length > 0
      ? drawn
      : "no origin is configured: set BACKEND_ORIGINS_JSON (primary-replica: SERVERS_JSON) and deploy again";
  return `${summaryOf(report, look)}\n\n${advice}\n`;
}

/** up, down or unknown. */
export const upWord = ({ up }: BackendReport): string => (up === null ? "unknown" : up ? "up" : "down");

function colouredUp(backend: BackendReport, { colors }: Look): string {
  const colour = backend.up === null ? colors.yellow : backend.up ? colors.green : colors.red;
  return colour(upWord(backend));
}

/** The status; where there is none, why. */
export const statusWord = ({ up, status }: BackendReport): string =>
  status === null ? (up === false ? "no answer" : "-") : String(status);

/** What a stranger sent: it moves no cursor, and is not endless. */
export function printable(text: string): string {
  const safe = plain(text);
  return safe.length > 80 ? `${safe.slice(0, 79)}…` : safe;
}

/** The time of day, where the reader is. */
export const clock = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);
