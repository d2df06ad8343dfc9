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
  const { status } = response;
  if (policy.maxHops === 0 || !REDIRECTS.has(status)) return undefined;
  const { headers } = response;
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
  return { origin: known, url: known.url + targetOf(url.href) };
}

/** A path with more readings than this is up to something. */
const MAX_READINGS = 100;

/** What an origin may do to a path before it looks at it. In which order, and how often, is for the origin to decide. */
const STEPS: readonly ((path: string) => string)[] = [
  (path) => path.replace(/%([0-7][0-9a-f])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)).toLowerCase()),
  (path) => path.replace(/[/\\]+/g, "/"),
  (path) => path.replace(/;[^/]*/g, ""),
  (path) => path.replace(/[?#].*$/s, ""),
  (path) => resolved(path.replace(/[?#]/g, encodeURIComponent)),
  // Escaped dots are names to some.
  (path) => resolved(path.replace(/[?#]|%(?=2e)/g, encodeURIComponent)),
];

function resolved(path: string): string {
  return new URL(`https://origin${path}`).pathname.toLowerCase();
}

/** Whether an origin may read this path as one that is deliberately absent, however it is spelled. */
function isAbsent(path: string, absentPaths: readonly string[]): boolean {
  if (absentPaths.length === 0) return false;
  const readings = new Set([path.toLowerCase()]);
  // A set is gone through with what is added on the way.
  for (const reading of readings) {
    const isListed = (absent: string): boolean =>
      absent.endsWith("/") ? reading.startsWith(absent) : reading === absent || reading === `${absent}/`;
    if (absentPaths.some(isListed) || readings.size > MAX_READINGS) return true;
    for (const step of STEPS) readings.add(step(reading));
  }
  return false;
}
