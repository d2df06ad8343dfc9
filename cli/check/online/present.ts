/** The origins as a table. */
import { isIPv4 } from "node:net";
import type { Screen } from "../../io.ts";
import { table } from "../../terminal/table.ts";
import { amountOf, skewOf } from "./clock.ts";
import type { Answered, Failed } from "./network.ts";
import { type OriginReport, tlsOf, versionsOf } from "./report.ts";
import { NOT_LOOKED_UP } from "./resolver.ts";
import { daysLeft } from "./rules/tls.ts";

const NONE = "-";

interface Column {
  readonly head: string;
  readonly cell: (report: OriginReport, now: number) => string;
}

const ORIGIN: Column = { head: "origin", cell: ({ origin }) => origin.url.replace("https://", "") };
const ADDRESS: Column = { head: "address", cell: addressOf };
const OTHERS: readonly Column[] = [
  { head: "cert", cell: (report, now) => certificateOf(report, now) },
  { head: "health", cell: ({ health }) => answerOf(health) },
  { head: "ready", cell: ({ ready }) => answerOf(ready) },
  { head: "clock", cell: ({ health }) => clockOf(health) },
  { head: "HTTP", cell: (report) => versionsOf(report).join(",") || NONE },
];

/** Within the screen's width: where it is too narrow, without the addresses, and then with shortened origins. */
export function originsTable(reports: readonly OriginReport[], now: number, screen: Screen): string {
  const columns = OTHERS.filter(({ head }) => head !== "ready" || reports.some(({ ready }) => ready !== undefined));
  const all = [ORIGIN, ADDRESS, ...columns];
  const chosen = widthOf(reports, all, now) <= screen.columns ? all : [ORIGIN, ...columns];
  const room = screen.columns - (widthOf(reports, chosen, now) - longest(reports, ORIGIN, now));
  const cells = reports.map((report) => chosen.map((column) => shortened(column.cell(report, now), column === ORIGIN ? room : Infinity)));
  return table(
    chosen.map(({ head }) => head),
    cells,
    screen,
  );
}

const longest = (reports: readonly OriginReport[], { head, cell }: Column, now: number): number =>
  Math.max(head.length, ...reports.map((report) => cell(report, now).length));

const widthOf = (reports: readonly OriginReport[], columns: readonly Column[], now: number): number =>
  columns.reduce((sum, column) => sum + longest(reports, column, now) + 2, -2);

/** The middle goes: the beginning and the end are what tells origins apart. */
function shortened(text: string, room: number): string {
  const width = Math.max(12, room);
  if (text.length <= width) return text;
  const front = Math.ceil((width - 1) / 2);
  return `${text.slice(0, front)}…${text.slice(text.length - (width - 1 - front))}`;
}

function addressOf({ looked }: OriginReport): string {
  if (looked.kind === "failed") return { TIMEOUT: "timeout", [NOT_LOOKED_UP.code]: "not asked" }[looked.code] ?? "none";
  const { addresses } = looked;
  const first = addresses.find((address) => isIPv4(address)) ?? addresses[0] ?? NONE;
  return addresses.length > 1 ? `${first} +${addresses.length - 1}` : first;
}

function certificateOf(report: OriginReport, now: number): string {
  const tls = tlsOf(report);
  switch (tls?.kind) {
    case undefined:
      return NONE;
    case "verified":
      return `${daysLeft(tls.certificate, now)} d`;
    case "refused":
      return (
        { CERT_HAS_EXPIRED: "expired", CERT_NOT_YET_VALID: "too early", ERR_TLS_CERT_ALTNAME_INVALID: "wrong name" }[tls.objection] ??
        "untrusted"
      );
    case "failed":
      return tls.connected ? "no TLS" : failureOf(tls);
  }
}

function answerOf(answered: Answered | undefined): string {
  if (answered === undefined) return NONE;
  return answered.kind === "answer" ? `${answered.status} ${answered.ms}ms` : failureOf(answered);
}

function failureOf({ code }: Failed): string {
  if (code === "TIMEOUT" || code === "ETIMEDOUT") return "timeout";
  return code === "ECONNREFUSED" ? "refused" : "failed";
}

function clockOf(answered: Answered | undefined): string {
  const skew = skewOf(answered);
  if (skew === undefined) return NONE;
  // What Date cannot tell is no difference.
  return Math.abs(skew) <= 1_500 ? "same" : `${skew > 0 ? "+" : "-"}${amountOf(skew)}`;
}
