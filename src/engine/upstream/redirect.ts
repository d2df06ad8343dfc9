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
  return location === null ? undefined : target(location, sent.url, policy);
}

function target(location: string, base: string, policy: RedirectPolicy): Hop | undefined {
  const url = parseUrl(location, base);
  if (url === undefined || url.username !== "" || url.password !== "" || !/^https?:$/.test(url.protocol)) return undefined;
  // A backend behind a TLS proxy names itself with http.
  const origin = url.protocol === "http:" ? new URL(`https://${url.host}`).origin : url.origin;
  const known = policy.origins.find((one) => one.url === origin);
  if (known === undefined || isAbsent(url.pathname, policy.absentPaths)) return undefined;
  return { origin: known, url: known.url + targetOf(url) };
}

/** Whether an origin may read this path as one that is deliberately absent, however it is spelled. */
function isAbsent(path: string, absentPaths: readonly string[]): boolean {
  if (absentPaths.length === 0) return false;
  return readings(path).some((plain) =>
    absentPaths.some((absent) => (absent.endsWith("/") ? plain.startsWith(absent) : plain === absent || plain === `${absent}/`)),
  );
}

/** The path as forgiving origins would read it: escapes undone, with what looks like a query then cut off or left in. */
function readings(path: string): readonly string[] {
  let plain = path;
  for (let previous = ""; plain !== previous; ) {
    previous = plain;
    plain = plain.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return [plain.replace(/[?#].*$/s, ""), plain.replace(/[?#]/g, "_")].map(resolved);
}

/** Parameters cut, slashes merged, dots resolved, lower case. */
function resolved(path: string): string {
  const merged = path.replace(/;[^/\\]*/g, "").replace(/[/\\]+/g, "/");
  return new URL(`https://origin${merged}`).pathname.toLowerCase();
}
