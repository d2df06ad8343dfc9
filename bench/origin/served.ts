/** What the origins serve, by path: the gateway lets only its own paths through. */

const MIB = 1_048_576;

/** What a load generator may ask for, and how long the answer's body is, in bytes. */
export const SERVED = {
  small: { method: "GET", path: "/", bytes: 100 },
  post: { method: "POST", path: "/webhook/tg", bytes: 100 },
  large: { method: "GET", path: "/assets/styles.css", bytes: MIB },
  huge: { method: "GET", path: "/assets/config.js", bytes: 200 * MIB },
} as const;

/** The length of the body that a path is answered with. */
export function bytesAt(path: string): number {
  return Object.values(SERVED).find((served) => served.path === path)?.bytes ?? SERVED.small.bytes;
}
