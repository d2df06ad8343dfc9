/** One entry of `SERVERS_JSON` → one origin, or `undefined` where it is malformed. */
import type { Origin } from "../engine/model.ts";
import { parseOriginUrl } from "../engine/origins.ts";

/** Asked for health where an entry names no path of its own. */
const DEFAULT_HEALTH_PATH = "/";

/** Goes into a header as it is. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/;

/** A path and query as `fetch` sends them: no white space that `URL` would drop, no fragment, no backslash. */
const PATH = /^\/[^\s\\#\p{Cc}]*$/u;

/** Reads `{"url", "name"?, "healthCheckPath"?}`, or a plain origin. */
export function readServer(entry: unknown): Origin | undefined {
  if (typeof entry !== "object" || entry === null) return serverOf(entry, undefined, undefined);
  const { url, name, healthCheckPath } = entry as Readonly<Record<string, unknown>>;
  return serverOf(url, name, healthCheckPath);
}

function serverOf(address: unknown, name: unknown, healthCheckPath: unknown = DEFAULT_HEALTH_PATH): Origin | undefined {
  const url = parseOriginUrl(address);
  if (url === undefined || typeof healthCheckPath !== "string" || !PATH.test(healthCheckPath)) return undefined;
  const shownAs = name ?? new URL(url).host;
  if (typeof shownAs !== "string" || !PRINTABLE_ASCII.test(shownAs)) return undefined;
  return { url, name: shownAs, healthPath: healthCheckPath };
}
