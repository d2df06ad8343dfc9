/** A `Location` as the client may use it: an origin's own address means nothing outside, the public one does. */
import type { Origin } from "../model.ts";
import { parseUrl } from "../url.ts";

/** An absolute reference, with or without its scheme (RFC 3986 §4.2). A relative one already means the public address. */
const ABSOLUTE = /^(?:https?:)?\/\//i;

/** The reference with `originUrl` replaced by `publicOrigin`; `undefined` where it leads elsewhere or is relative. */
export function toPublicLocation(location: string, originUrl: string, publicOrigin: string): string | undefined {
  const url = ABSOLUTE.test(location) ? parseUrl(location, originUrl) : undefined;
  const isOwn = url?.origin === originUrl && url.username === "" && url.password === "";
  return isOwn ? publicOrigin + url.href.slice(originUrl.length) : undefined;
}

/** Turns a `Location` on the answering origin itself into the public address, in place. */
export function makeLocationPublic(headers: Headers, origin: Origin, publicUrl: URL): void {
  const location = headers.get("location");
  const rewritten = location === null ? undefined : toPublicLocation(location, origin.url, publicUrl.origin);
  if (rewritten !== undefined) headers.set("location", rewritten);
}
