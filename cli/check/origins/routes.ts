/** The gateway's own hostnames, as far as its configuration tells them, and the zones that they are in. */
import type { WorkerFile } from "../../configuration/file.ts";

/** The route that a request for this host would come in by, or the Worker's address on `workers.dev`; `undefined`: none. */
export function ownRouteFor(
  hostname: string,
  { routes, zoneNames, name }: Pick<WorkerFile, "routes" | "zoneNames" | "name">,
): string | undefined {
  const isOwnAddress = name !== undefined && /^[^.]+\.[^.]+\.workers\.dev$/.test(hostname) && hostname.split(".")[0] === name.toLowerCase();
  if (isOwnAddress) return "its address on workers.dev";
  const route = routes.find((pattern) => matches(hostOf(pattern), hostname, zoneNames));
  return route === undefined ? undefined : `its route ${route}`;
}

/** The host of a pattern such as `https://*.example.com/api/*`. */
const hostOf = (pattern: string): string =>
  pattern
    .toLowerCase()
    .replace(/^(?:https?|\*):\/\//, "")
    .replace(/[/:].*$/s, "");

/**
 * A `*` stands at the beginning only, and for any text: https://developers.cloudflare.com/workers/configuration/routing/routes/
 * Alone it is for all hosts of the route's zone, and for none elsewhere.
 */
function matches(host: string, hostname: string, zoneNames: readonly string[]): boolean {
  if (host === "*") return zoneNames.some((zone) => isWithin(hostname, zone.toLowerCase()));
  return host.startsWith("*") ? hostname.endsWith(host.slice(1)) : hostname === host;
}

/** The zones of the routes: those that they name, and of the others what their hosts tell. */
export function zonesOf({ routes, zoneNames }: Pick<WorkerFile, "routes" | "zoneNames">): readonly string[] {
  const named = zoneNames.map((name) => name.toLowerCase());
  const told = routes.map((pattern) => hostOf(pattern).replace(/^\*\.?/, "")).filter((host) => !named.some((zone) => isWithin(host, zone)));
  return [...new Set([...named, ...told.map(parentOf)])].filter((zone) => zone.includes("."));
}

/** Less its first label, unless that leaves a suffix under which strangers have names. A guess; a zone may be deeper. */
function parentOf(host: string): string {
  const parent = host.slice(host.indexOf(".") + 1);
  return !parent.includes(".") || /^(?:ac|co|com|edu|gov|net|org)\.[a-z]{2}$/.test(parent) ? host : parent;
}

export const isWithin = (host: string, zone: string): boolean => host === zone || host.endsWith(`.${zone}`);
