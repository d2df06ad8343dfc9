/** Text → origins, or why not. Says nothing of the value itself: what is wrong in it may be a credential. */
import type { Origin, OriginList } from "./model.ts";
import { parseUrl } from "./url.ts";

/** `https://`, a name or an IPv6 address, an optional port, an optional closing slash; nothing that `URL` would quietly repair. */
const SHAPE = /^https:\/\/((?:\[[\da-f:.]+\]|[^\s/\\?#@%:[\]]+)(?::[1-9]\d*)?)\/?$/i;

const MALFORMED: OriginList = { kind: "malformed" };
const NONE: OriginList = { kind: "none" };

/**
 * Reads a list of origins: a JSON array as text, or the array itself where the platform has parsed it already.
 * `readEntry` says what an entry is. Repeated origins collapse into the first; one bad entry makes the whole list
 * malformed.
 */
export function parseOrigins(value: unknown, readEntry: (entry: unknown) => Origin | undefined): OriginList {
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return NONE;
  const list = typeof value === "string" ? parseJson(value) : value;
  if (!Array.isArray(list)) return MALFORMED;
  const byUrl = new Map<string, Origin>();
  for (const entry of list) {
    const origin = readEntry(entry);
    if (origin === undefined) return MALFORMED;
    if (!byUrl.has(origin.url)) byUrl.set(origin.url, origin);
  }
  const [first, ...rest] = byUrl.values();
  return first === undefined ? NONE : { kind: "configured", origins: [first, ...rest] };
}

/** The `URL.origin` of one https origin (RFC 6454), or `undefined`. */
export function parseOriginUrl(entry: unknown): string | undefined {
  if (typeof entry !== "string") return undefined;
  const host = SHAPE.exec(entry)?.[1]?.toLowerCase();
  const url = parseUrl(entry);
  return host !== undefined && url !== undefined && isSpelledOut(host, url.host) ? url.origin : undefined;
}

/**
 * Whether the host was written as it is meant, port included: `URL` would also take `1` for `0.0.0.1`. Only IPv6
 * addresses and names outside ASCII have several honest spellings; of the latter those without invisible characters
 * and without look-alikes that `URL` would replace.
 */
function isSpelledOut(written: string, parsed: string): boolean {
  if (written === parsed || written === `${parsed}:443` || written.startsWith("[")) return true;
  return /[^\0-\x7f]/.test(written) && /^[\p{L}\p{M}\p{N}.:-]+$/u.test(written) && written === written.normalize("NFKC");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
