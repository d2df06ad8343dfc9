/** Path and query as they go out. */

/**
 * What follows the origin in `URL.href`, less its fragment: a lone `?`, for which `URL.search` is empty, is kept. A path
 * that starts with `//` stays one, because this is appended to an origin and never resolved against it.
 */
export function targetOf(href: string): string {
  const start = href.indexOf("/", href.indexOf("//") + 2);
  const end = href.indexOf("#", start);
  return end === -1 ? href.slice(start) : href.slice(start, end);
}
