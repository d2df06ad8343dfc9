/** Why a path or a method is refused, where that is easily mistaken. */
import { closestMatch } from "leven";
import type { Settings } from "../../src/engine/settings.ts";
import { DEPLOYMENTS, type Deployment } from "../deployments.ts";
import { knownPaths, methodsOf } from "../routes/rows.ts";

/** More letters than these are another word, and in a short path each counts. */
const typos = (path: string): number => Math.min(2, Math.floor(path.length / 5));

/** What a 404 does not say; empty where there is nothing to add. */
export function pathHint(path: string, settings: Settings, deployment: Deployment): string {
  if (settings.redirects.absentPaths.some((absent) => (absent.endsWith("/") ? path.startsWith(absent) : path === absent))) {
    return "left out on purpose: only an origin itself answers this, the gateway never forwards it";
  }
  const elsewhere = DEPLOYMENTS.find((one) => one.isMessageWeave && one.name !== deployment.name && has(one.readSettings({}), path));
  if (elsewhere !== undefined) return otherDeployment(path, settings, elsewhere);
  const own = settings.health.endpoint?.path;
  const known = [...knownPaths(settings), ...(own === undefined ? [] : [own])];
  const same = known.find((one) => plain(one) === plain(path));
  if (same !== undefined) return `there is ${same}, but the match is exact: ${differences(path, same)}`;
  const near = closestMatch(path, known, { maxDistance: typos(path) });
  return near === undefined ? "messageweave-lb routes shows what is forwarded" : `did you mean ${near}?`;
}

/** What a 405 does not say. */
export function methodHint(method: string, allow: readonly string[]): string {
  if (allow.includes(method.toUpperCase())) return caseHint(method);
  if (method === "HEAD" || method === "OPTIONS") return `${method} is a method like any other, and not among those listed`;
  return "";
}

/** `get` is not `GET` (RFC 9110 §9.1). */
export const caseHint = (method: string): string => `methods are case-sensitive: "${method}" is not ${method.toUpperCase()}`;

const has = ({ matchRoute, health }: Settings, path: string): boolean =>
  health.endpoint?.path === path || matchRoute("", path).kind !== "unknown-path";

function otherDeployment(path: string, { health }: Settings, elsewhere: Deployment): string {
  const theirs = elsewhere.readSettings({});
  const isTheirAggregate = theirs.health.endpoint?.path === path && methodsOf(theirs, path).length === 0;
  const here = isTheirAggregate && health.endpoint !== undefined ? `; here the gateway's own answer is at ${health.endpoint.path}` : "";
  return `${elsewhere.name} has this path, this deployment does not${here}`;
}

/** A path as somebody might take it who does not look closely. */
function plain(path: string): string {
  const folded = decoded(path).toLowerCase().replace(/\/+/g, "/");
  return folded.length > 1 && folded.endsWith("/") ? folded.slice(0, -1) : folded;
}

function differences(path: string, known: string): string {
  const clear = decoded(path);
  const found = [
    clear === path ? "" : "this one is encoded",
    clear === clear.toLowerCase() ? "" : "it is spelled in lower case",
    /\/\/+/.test(clear) ? "it has no empty part between slashes" : "",
    clear.endsWith("/") && !known.endsWith("/") ? "it has no slash at its end" : "",
  ];
  return found.filter((text) => text !== "").join(", ");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
