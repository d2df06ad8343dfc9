/** The runtime's behaviour, which `compatibility_date` and `compatibility_flags` choose. */
import { shownName } from "../../configuration/names.ts";
import type { Finding, Severity } from "../../findings.ts";
import { settingPlace } from "../place.ts";
import type { Rule } from "../rule.ts";
import { mayBeWorkers, STRICTLY_PUBLIC } from "./origin-own.ts";

/**
 * The date that everything here was measured with: another one changes `fetch`, streams or header handling in ways that no
 * test of this release has seen.
 */
export const PINNED_DATE = "2025-01-01";

export const compatibilityDate: Rule = (checked) => {
  const { worker, file } = checked;
  const raw = worker.table["compatibility_date"] ?? file["compatibility_date"];
  if (worker.compatibilityDate === PINNED_DATE) return [];
  const isRefused = raw !== undefined && !isDate(raw);
  const found =
    raw === undefined
      ? "it is not set, and wrangler would take one of its own choosing"
      : typeof raw !== "string"
        ? "it is no text, and wrangler refuses it: it wants the date in quotes"
        : isRefused
          ? "it is no date, and wrangler refuses it"
          : `it is ${raw}, and this release was measured with ${PINNED_DATE} only`;
  return [
    {
      severity: isRefused ? "error" : "warning",
      code: "compatibility-date",
      where: settingPlace(checked, "compatibility_date"),
      found,
      advice: `write  compatibility_date = "${PINNED_DATE}"  above [vars]`,
    },
  ];
};

/** A day of the calendar, as `2025-01-01`. */
function isDate(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const compatibilityFlags: Rule = (checked) =>
  checked.worker.compatibilityFlags.flatMap((flag) => {
    // Then it is there for a reason.
    if (flag === STRICTLY_PUBLIC && mayBeWorkers(checked).length > 0) return [];
    const [severity, found, advice] = told(flag);
    return { severity, code: "compatibility-flag", where: settingPlace(checked, "compatibility_flags"), found, advice } satisfies Finding;
  });

function told(flag: string): readonly [Severity, found: string, advice: string] {
  if (/^nodejs_compat(?:_\w{1,40})?$/.test(flag)) {
    return [
      "warning",
      `${flag} makes wrangler bundle about 20 KiB of Node polyfills, which each cold isolate loads and the gateway never calls`,
      `remove "${flag}" (docs/decisions/no-node-compat.md)`,
    ];
  }
  if (flag === STRICTLY_PUBLIC) {
    return [
      "hint",
      `${flag} is set: the remedy for error 1042, with which a Worker reaches another of its own account or zone`,
      "keep it if an origin is such a Worker, else remove it: it was not measured with",
    ];
  }
  return [
    "warning",
    `${shownName(flag)} is set, and this release was measured without any flag`,
    "remove it, or try what you rely on before you deploy",
  ];
}
