/** Path and query as they go out. */

/**
 * What follows the origin in a URL, less its fragment. A lone `?`, for which `search` is empty, is kept; a path that
 * starts with `//` stays one, because this is appended to an origin and never resolved against it.
 */
export function targetOf(url: URL): string {
  if (url.search !== "") return url.pathname + url.search;
  const { href, pathname } = url;
  return href.includes("?") && href.split("#", 1)[0]?.endsWith("?") ? `${pathname}?` : pathname;
}
