/** Origins that are the gateway itself, or a Worker beside it that it cannot ask. */
import type { Finding } from "../../findings.ts";
import { type Listed, listedOf } from "../origins/listed.ts";
import { isWithin, ownRouteFor, zonesOf } from "../origins/routes.ts";
import type { Checked, Rule } from "../rule.ts";

/** With it a Worker's `fetch` is like any client's: https://developers.cloudflare.com/workers/configuration/compatibility-flags/ */
export const STRICTLY_PUBLIC = "global_fetch_strictly_public";

export const originOwn: Rule = (checked) => {
  const { worker } = checked;
  const listed = listedOf(checked);
  const loops = listed.flatMap((one) => loop(one, ownRouteFor(one.hostname, worker)));
  if (worker.compatibilityFlags.includes(STRICTLY_PUBLIC)) return loops;
  const others = mayBeWorkers(checked).filter(({ hostname }) => ownRouteFor(hostname, worker) === undefined);
  return [...loops, ...others.filter(isOnWorkersDev).map(aWorker), ...sameZone(others.filter((one) => !isOnWorkersDev(one)))];
};

/**
 * Without the flag a request to a plain route's host goes past the Worker to the server behind that name, if there is one; to a
 * custom domain or on workers.dev there is none. Neither is an address that says which backend is meant.
 */
function loop({ origin, where }: Listed, own: string | undefined): readonly Finding[] {
  if (own === undefined) return [];
  return [
    {
      severity: "error",
      code: "origin-loop",
      where,
      found: `${origin.url}: the gateway's own address (${own}): it would ask itself, or what else stands behind that name, and no backend of its own`,
      advice: "write the address at which the backend itself answers, one that no route of this Worker matches",
    },
  ];
}

const ADVICE = `if a Worker answers there, add "${STRICTLY_PUBLIC}" to compatibility_flags`;

/** The origins that may be Workers which only the flag lets this one reach. */
export function mayBeWorkers(checked: Checked): readonly Listed[] {
  const zones = zonesOf(checked.worker);
  return listedOf(checked).filter((listed) => isOnWorkersDev(listed) || zones.some((zone) => isWithin(listed.hostname, zone)));
}

const isOnWorkersDev = ({ hostname }: Listed): boolean => hostname.endsWith(".workers.dev");

const aWorker = ({ origin, where }: Listed): Finding => ({
  severity: "warning",
  code: "origin-worker",
  where,
  found: `${origin.url}: a Worker, which cannot be fetched from another one of the same account (error 1042)`,
  advice: `${ADVICE}; one of another account is fine`,
});

/** One finding for all of them: most people have all their names in one zone. */
function sameZone(listed: readonly Listed[]): readonly Finding[] {
  const [first] = listed;
  if (first === undefined) return [];
  const found = `${listed.map(({ origin }) => origin.url).join(", ")}: in the zone of the gateway's own route; a Worker there cannot be fetched (error 1042)`;
  return [
    { severity: "hint", code: "origin-same-zone", where: first.where, found, advice: `${ADVICE}; a server or a tunnel is fine as it is` },
  ];
}
