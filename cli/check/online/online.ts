/** The online half of `check`: asks every origin at once, and says what came of it. */
import type { Origin } from "../../../src/engine/model.ts";
import { positiveInteger } from "../../../src/engine/numbers.ts";
import * as messageweave from "../../../src/messageweave/settings.ts";
import type { Finding } from "../../findings.ts";
import type { Io } from "../../io.ts";
import { progressOn } from "../../terminal/progress.ts";
import { entriesOf } from "../origins/listed.ts";
import type { Checked } from "../rule.ts";
import { askOrigin } from "./ask-origin.ts";
import { onlineFindings } from "./findings.ts";
import { originsTable } from "./present.ts";
import { isProxied, type OriginReport } from "./report.ts";
import type { Surroundings } from "./rule.ts";
import { NO_NETWORK } from "./rules/connection.ts";

/** The most that one step is waited for, in milliseconds, however patient the deployment is. */
const PATIENCE_MS = 10_000;

export interface OnlineOutcome {
  readonly findings: readonly Finding[];
  /** The origins as a person reads them; empty where none was asked. */
  readonly table: string;
  /** Nothing could be reached since this machine has no network. */
  readonly noNetwork: boolean;
  /** The origins, as URLs, that were seen to be behind Cloudflare's proxy; `undefined` where not every one has answered. */
  readonly proxied: readonly string[] | undefined;
}

/** Asks the valid origins of this configuration; with a token, whether they agree on it. */
export async function askOrigins(checked: Checked, token: string | undefined, io: Io): Promise<OnlineOutcome> {
  const { settings, deployment } = checked;
  const origins = validOrigins(checked);
  const { headers, timeoutMs } = settings.health.probe;
  const asking = { timeoutMs: Math.min(timeoutMs, PATIENCE_MS), headers, hasReady: deployment.isMessageWeave, token };
  const progress = progressOn(io.err);
  let left = origins.length;
  const say = (): void =>
    progress.say(`asking ${origins.length} ${origins.length === 1 ? "origin" : "origins"}, ${left} still to answer …`);
  if (left > 0) say();
  const reports = await Promise.all(
    origins.map(async (origin) => {
      const report = await askOrigin(origin, asking, io.network);
      left--;
      say();
      return report;
    }),
  );
  progress.clear();
  const now = io.now();
  return {
    findings: onlineFindings(reports, surroundingsOf(checked, now), token !== undefined),
    table: reports.length === 0 ? "" : originsTable(reports, now, io.out),
    noNetwork: reports.length > 0 && reports.every(isCutOff),
    proxied: proxiedAmong(reports),
  };
}

function proxiedAmong(reports: readonly OriginReport[]): readonly string[] | undefined {
  const proxied = reports.filter(isProxied).map(({ origin }) => origin.url);
  const areKnown = proxied.length > 0 || (reports.length > 0 && reports.every(({ health }) => health?.kind === "answer"));
  return areKnown ? proxied : undefined;
}

/** Of a list that is malformed as a whole, the entries that are not: what is wrong with the rest is told already. */
function validOrigins({ settings, deployment: { list }, effective }: Checked): readonly Origin[] {
  if (settings.origins.kind === "configured") return settings.origins.origins;
  const read = entriesOf(effective.get(list.variable)?.value);
  const origins = read.kind === "entries" ? read.entries.flatMap((entry) => list.readEntry(entry) ?? []) : [];
  return [...new Map(origins.map((origin) => [origin.url, origin])).values()];
}

function surroundingsOf({ settings, deployment, env, effective, label }: Checked, now: number): Surroundings {
  const { variable } = deployment.list;
  return {
    now,
    isUp: settings.health.probe.isUp,
    slowMs: positiveInteger(deployment.isMessageWeave ? env["LB_SLOW_MS"] : undefined, messageweave.DEFAULTS.LB_SLOW_MS),
    isMessageWeave: deployment.isMessageWeave,
    list: { variable, where: effective.get(variable)?.where ?? `${label} ${variable}` },
  };
}

/** Whether it failed in a way that says more of this machine than of the origin. */
function isCutOff({ looked, handshakes }: OriginReport): boolean {
  if (looked.kind === "failed") return looked.code === "EAI_AGAIN";
  return handshakes !== undefined && Object.values(handshakes).every((one) => one.kind === "failed" && NO_NETWORK.has(one.code));
}
