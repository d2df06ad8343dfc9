/** Findings as a person reads them. */
import { countsOf, type Finding, gravestFirst, type Severity } from "../findings.ts";
import type { Screen } from "../io.ts";
import { plain } from "../terminal/plain.ts";
import { wrapped } from "../terminal/wrap.ts";

/** Each with its place, what was found, and what to do; the gravest first. */
export function shown(findings: readonly Finding[], screen: Screen): string {
  return gravestFirst(findings)
    .map((finding) => one(finding, screen))
    .join("\n\n");
}

function one({ severity, code, where, found, advice }: Finding, { columns, colors }: Screen): string {
  const colour = { error: colors.red, warning: colors.yellow, hint: colors.cyan }[severity];
  return [
    wrapped(`${colors.bold(plain(where))}  ${colors.dim(code)}`, columns, "  ", `${colour(colors.bold(severity))}  `),
    wrapped(plain(found), columns, "  "),
    wrapped(plain(advice), columns, "    ", "  → "),
  ].join("\n");
}

/** The last line: how many of each. */
export function summary(findings: readonly Finding[], { colors }: Pick<Screen, "colors">): string {
  const counts = countsOf(findings);
  if (findings.length === 0) return colors.green("nothing to complain of");
  const said = (["error", "warning", "hint"] satisfies Severity[]).filter((severity) => counts[severity] > 0);
  const text = said.map((severity) => `${counts[severity]} ${severity}${counts[severity] === 1 ? "" : "s"}`).join(", ");
  return counts.error > 0 ? colors.red(text) : counts.warning > 0 ? colors.yellow(text) : colors.green(text);
}
