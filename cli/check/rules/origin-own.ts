/** Origins that are the gateway itself, or a Worker beside it that it cannot ask. */
import type { Finding } from "../../findings.ts";
import { type Listed, listedOf } from "../origins/listed.ts";
import { isWithin, ownRouteFor, zonesOf } from "../origins/routes.ts";
import type { Checked, Rule } from "../rule.ts";

/** With it a Worker's `fetch` is like any client's: https://developers.cloudflare.com/workers/configuration/compatibility-flags/ */
export const STRICTLY_PUBLIC = "global_fetch_strictly_public";

export const originOwn: Rule = (checked) => {
  const zones = zonesOf(checked.worker);
  const listed = listedOf(checked);
  const loops = listed.map((one) => loop(one, checked));
  const others = listed.filter((_, i) => loops[i] === undefined);
  if (checked.worker.compatibilityFlags.includes(STRICTLY_PUBLIC)) return loops.flatMap((found) => found ?? []);
  return [...loops.flatMap((found) => found ?? []), ...others.flatMap(aWorker), ...sameZone(others, zones)];
};

/**
 * Without the flag a request to a plain route's host goes past the Worker to the server behind that name, if there is one; to a
 * custom domain or on workers.dev there is none. Neither is an address that says which backend is meant.
 */
function loop({ hostname, origin, where }: Listed, { worker }: Checked): readonly Finding[] | undefined {
  const own = ownRouteFor(hostname, worker);
  if (own === undefined) return undefined;
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
  return listedOf(checked).filter((listed) => isOnWorkersDev(listed) || isIn(zones, listed));
}

const isIn = (zones: readonly string[], { hostname }: Listed): boolean => zones.some((zone) => isWithin(hostname, zone));

const isOnWorkersDev = ({ hostname }: Listed): boolean => hostname.endsWith(".workers.dev");

function aWorker(listed: Listed): readonly Finding[] {
  if (!isOnWorkersDev(listed)) return [];
  const found = `${listed.origin.url}: a Worker, which cannot be fetched from another one of the same account (error 1042)`;
  return [{ severity: "warning", code: "origin-worker", where: listed.where, found, advice: `${ADVICE}; one of another account is fine` }];
}

/** One finding for all of them: most people have all their names in one zone. */
function sameZone(listed: readonly Listed[], zones: readonly string[]): readonly Finding[] {
  const within = listed.filter((one) => !isOnWorkersDev(one) && isIn(zones, one));
  const [first] = within;
  if (first === undefined) return [];
  const found = `${within.map(({ origin }) => origin.url).join(", ")}: in the zone of the gateway's own route; a Worker there cannot be fetched (error 1042)`;
  return [
    { severity: "hint", code: "origin-same-zone", where: first.where, found, advice: `${ADVICE}; a server or a tunnel is fine as it is` },
  ];
}
