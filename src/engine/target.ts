/** Path and query as they go out. */

/**
 * What follows the origin in a URL, less its fragment. A lone `?`, for which `search` is empty, is kept; a path that
 * starts with `//` stays one, because this is appended to an origin and never resolved against it.
 */
export function targetOf(url: URL): string {
  if (url.search !== "") return url.pathname + url.search;
  const { href, hash, pathname } = url;
  const hasLoneQuestionMark = href.includes("?") && href.slice(0, href.length - hash.length).endsWith("?");
  return hasLoneQuestionMark ? `${pathname}?` : pathname;
}
