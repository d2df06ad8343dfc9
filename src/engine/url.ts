/** Reading a URL without an exception that travels. */

/** The URL, or `undefined` where there is none. (`URL.canParse` would parse twice, and is wrong about some names in Node 20.) */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
