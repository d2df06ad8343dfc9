/** What the origins serve, by path: the gateway lets only its own paths through. */

/** What a load generator may ask for, and how long the answer's body is, in bytes. */
export const SERVED = {
  small: { method: "GET", path: "/", bytes: 100 },
  post: { method: "POST", path: "/webhook/tg", bytes: 100 },
  large: { method: "GET", path: "/assets/styles.css", bytes: 1_048_576 },
} as const;

/** A path that is answered with a body of this length. */
export const sized = (path: string, bytes: number): string => `${path}?bytes=${bytes}`;

/** The length of the body that a path, with its query, is answered with. */
export function bytesAt(url: string): number {
  const [path, query] = url.split("?");
  const wanted = /^bytes=(\d+)$/.exec(query ?? "")?.[1];
  if (wanted !== undefined) return Number(wanted);
  return Object.values(SERVED).find((served) => served.path === path)?.bytes ?? SERVED.small.bytes;
}
