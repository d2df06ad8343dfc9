/**
 * Follow a redirect, or hand it back? The platform would follow anywhere, turn a POST into an empty GET and take
 * cookies and bodies along to strangers (`docs/decisions/redirects.md`), so this decides instead, and is pure.
 */
import type { Origin, RedirectPolicy } from "../model.ts";
import { targetOf } from "../target.ts";
import { parseUrl } from "../url.ts";

/** Where the request goes next, on an origin that is configured. */
export interface Hop {
  readonly origin: Origin;
  readonly url: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Userinfo in a reference, empty or not (RFC 3986 §3.2.1); parsed, an empty one is gone. */
const USERINFO = /^\s*(?:[a-z][a-z\d+.-]*:[/\\]*|[/\\]{2,})[^/\\?#]*@/i;

/** `undefined`: this response is the answer, redirect or not. */
export function nextHop(
  response: Response,
  sent: { readonly url: string; readonly method: string; readonly canSendAgain: boolean },
  policy: RedirectPolicy,
): Hop | undefined {
  const { status, headers } = response;
  if (policy.maxHops === 0 || !REDIRECTS.has(status)) return undefined;
  // RFC 9110 §15.4: only 307 and 308 promise to keep the method; for a GET, all five do.
  const keepsMethod = status === 307 || status === 308 || sent.method === "GET";
  if (!keepsMethod || !sent.canSendAgain || headers.has("set-cookie")) return undefined;
  const location = headers.get("location");
  // A value that is not UTF-8 cannot be read without loss, so it is for the client to read.
  return location === null || location.includes("\ufffd") ? undefined : target(location, sent.url, policy);
}

function target(location: string, base: string, policy: RedirectPolicy): Hop | undefined {
  const url = parseUrl(location, base);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== "" || url.password !== "" || USERINFO.test(location)) return undefined;
  // A backend behind a TLS proxy names itself with http.
  const origin = url.protocol === "http:" ? new URL(`https://${url.host}`).origin : url.origin;
  const known = policy.origins.find((one) => one.url === origin);
  if (known === undefined || isAbsent(url.pathname, policy.absentPaths)) return undefined;
  return { origin: known, url: known.url + targetOf(url) };
}

/** Escapes are undone so many times; a path that hides deeper than that is up to something. */
const MAX_DECODINGS = 4;

/** Whether an origin may read this path as one that is deliberately absent, however it is spelled. */
function isAbsent(path: string, absentPaths: readonly string[]): boolean {
  if (absentPaths.length === 0) return false;
  const levels = decodings(path);
  if (levels === undefined) return true;
  return levels
    .flatMap(readings)
    .some((plain) =>
      absentPaths.some((absent) => (absent.endsWith("/") ? plain.startsWith(absent) : plain === absent || plain === `${absent}/`)),
    );
}

/** The path, and what it is with its escapes undone, again and again; `undefined` where that does not end. */
function decodings(path: string): readonly string[] | undefined {
  const levels = [path];
  let level = path;
  for (let times = 0; times <= MAX_DECODINGS; times++) {
    const next = level.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === level) return levels;
    levels.push(next);
    level = next;
  }
  return undefined;
}

/** As literal and as forgiving origins would read it: dots left or resolved, what looks like a query or a parameter left or cut off. */
function readings(path: string): readonly string[] {
  const merged = mergeSlashes(path.toLowerCase());
  const withoutQuery = [merged.replace(/[?#]/g, "_"), merged.replace(/[?#].*$/s, "")];
  return [merged, ...withoutQuery.flatMap((plain) => [resolved(plain), resolved(plain.replace(/;[^/]*/g, ""))])];
}

/** Dots resolved; slashes merged, since a whole name may have been a parameter. */
function resolved(path: string): string {
  return mergeSlashes(new URL(`https://origin${path}`).pathname.toLowerCase());
}

function mergeSlashes(path: string): string {
  return path.replace(/[/\\]+/g, "/");
}
