/** Addresses that nobody outside of their own network can reach. */
import { BlockList, isIP } from "node:net";

/** RFC 6890 and RFC 6598, as far as a server has such an address. */
const IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const;

/** The unspecified and the loopback address, unique local and link-local ones. */
const IPV6 = [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const;

const unreachable = listOf();

function listOf(): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of IPV4) list.addSubnet(network, prefix, "ipv4");
  for (const [network, prefix] of IPV6) list.addSubnet(network, prefix, "ipv6");
  return list;
}

/** Whether it is private, of this machine, or of this link. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return unreachable.check(mapped, isIP(mapped) === 6 ? "ipv6" : "ipv4");
}

/** Names that mean this machine wherever they are looked up (RFC 6761). */
export const isLocalName = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host);
