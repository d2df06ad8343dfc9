/** The safelist as a person, a document and a machine read it. */
import type { Settled } from "../configuration/settled.ts";
import type { Screen } from "../io.ts";
import { originsOf } from "../origins.ts";
import { duration } from "../terminal/duration.ts";
import { table } from "../terminal/table.ts";
import { wrapped } from "../terminal/wrap.ts";
import type { Row } from "./rows.ts";

const head = (rows: readonly Row[]): readonly string[] => [
  "path",
  "methods",
  "attempts",
  "timeout",
  ...(hasSlow(rows) ? ["slow after"] : []),
];

const hasSlow = (rows: readonly Row[]): boolean => rows.some(({ route }) => route.slowMs !== undefined);

function cells({ path, methods, attempts, route }: Row, withSlow: boolean): readonly string[] {
  const slow = route.slowMs === undefined ? "" : duration(route.slowMs);
  return [path ?? "any", methods?.join(" ") ?? "any", String(attempts), duration(route.timeoutMs), ...(withSlow ? [slow] : [])];
}

/** A table, and below it what is answered to all else. */
export function shown(rows: readonly Row[], settled: Settled, screen: Screen): string {
  const lines = [
    table(
      head(rows),
      rows.map((row) => cells(row, hasSlow(rows))),
      screen,
    ),
    "",
  ];
  for (const text of notes(rows, settled)) lines.push(wrapped(text, screen.columns, ""));
  return lines.join("\n");
}

function notes(rows: readonly Row[], { settings, deployment }: Settled): readonly string[] {
  const { endpoint } = settings.health;
  const known = originsOf(settings).length;
  const { noun } = deployment.list;
  return [
    known === 0 ? "" : `Attempts: how many of the ${known} ${noun}${known === 1 ? "" : "s"} one request may try.`,
    endpoint === undefined ? "" : `The gateway itself answers ${endpoint.methods.join(" and ")} ${endpoint.path}.`,
    rows.some(({ path }) => path === undefined) ? "" : "Any other path gets 404, any other method 405.",
  ].filter((text) => text !== "");
}

/** For the documents: columns aligned, the same whatever the language of the text around it. */
export function inMarkdown(rows: readonly Row[]): string {
  const withSlow = hasSlow(rows);
  const body = rows.map((row) => cells(row, withSlow).map((cell, i) => (i === 0 && row.path !== undefined ? `\`${cell}\`` : cell)));
  const all = [head(rows), ...body];
  const widths = head(rows).map((_, i) => Math.max(3, ...all.map((line) => line[i]?.length ?? 0)));
  const drawn = (line: readonly string[], fill = " "): string =>
    `| ${widths.map((width, i) => (line[i] ?? "").padEnd(width, fill)).join(" | ")} |`;
  const [first = [], ...rest] = all;
  return [drawn(first), drawn([], "-"), ...rest.map((line) => drawn(line))].join("\n");
}

/** What `--json` prints. Waits in milliseconds; `*` is any path or method, `null` is never or none. */
export function asJson(rows: readonly Row[], { settings, deployment }: Settled): unknown {
  const { endpoint } = settings.health;
  return {
    deployment: deployment.name,
    routes: rows.map(({ path = "*", methods = ["*"], attempts, route }) => ({
      path,
      methods,
      attempts,
      timeoutMs: route.timeoutMs,
      slowMs: route.slowMs ?? null,
    })),
    own: endpoint === undefined ? null : { path: endpoint.path, methods: endpoint.methods },
    misconfigured: settings.origins.kind === "configured" ? null : settings.misconfiguredText,
  };
}
