/** Origins that are the gateway itself, or a Worker beside it that it cannot ask. */
import type { Finding } from "../../findings.ts";
import { type Listed, listedOf } from "../origins/listed.ts";
import { isWithin, ownRouteFor, zonesOf } from "../origins/routes.ts";
import type { Checked, Rule } from "../rule.ts";

/** With it a Worker's `fetch` is like any client's: https://developers.cloudflare.com/workers/configuration/compatibility-flags/ */
const FLAG = "global_fetch_strictly_public";

export const originOwn: Rule = (checked) => {
  const zones = zonesOf(checked.worker);
  return listedOf(checked).flatMap((listed) => loop(listed, checked) ?? neighbour(listed, checked, zones));
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

function neighbour({ hostname, origin, where }: Listed, { worker }: Checked, zones: readonly string[]): readonly Finding[] {
  if (worker.compatibilityFlags.includes(FLAG)) return [];
  const advice = `if a Worker answers there, add "${FLAG}" to compatibility_flags`;
  if (hostname.endsWith(".workers.dev")) {
    const found = `${origin.url}: a Worker, which cannot be fetched from another one of the same account (error 1042)`;
    return [{ severity: "warning", code: "origin-worker", where, found, advice: `${advice}; one of another account is fine` }];
  }
  const zone = zones.find((one) => isWithin(hostname, one));
  if (zone === undefined) return [];
  const found = `${origin.url}: in ${zone}, the zone of the gateway's own route; a Worker there cannot be fetched (error 1042)`;
  return [{ severity: "hint", code: "origin-same-zone", where, found, advice: `${advice}; a server or a tunnel is fine as it is` }];
}
