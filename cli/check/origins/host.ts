/** What a host name tells by itself: an address, a name of this network, a name of a book, or one of the whole world. */

/** Of one host at most one is said. */
export type HostKind = "ip" | "local" | "placeholder" | "public";

/** Names that only a machine or its own network knows: RFC 6761, RFC 6762, RFC 8375, and ICANN's `.internal`. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** Names that are kept free for examples and tests: RFC 2606, RFC 6761. */
const PLACEHOLDER = /(?:^|\.)(?:example\.(?:com|net|org)|example|invalid|test)$/;

/** `hostname` as `URL` has it. */
export function hostKind(hostname: string): HostKind {
  if (isIp(hostname)) return "ip";
  const name = withoutRootDot(hostname);
  if (PLACEHOLDER.test(name)) return "placeholder";
  return LOCAL.test(name) || !name.includes(".") ? "local" : "public";
}

/** Whether a hostname as `URL` has it is an IPv4 or IPv6 address. */
export const isIp = (hostname: string): boolean => hostname.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(hostname);

/** `a.example.` is the same name as `a.example`. */
export const withoutRootDot = (hostname: string): string => hostname.replace(/\.$/, "");
