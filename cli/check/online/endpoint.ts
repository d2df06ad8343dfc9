/** Where an origin is connected to. */
import { isIP } from "node:net";

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** The name that the certificate is asked for (SNI, RFC 6066), which an address must not be. */
  readonly servername: string;
  readonly autoSelectFamilyAttemptTimeout: number;
}

/** Node gives up an address after a quarter of a second where there is another: too short for a server on another continent. */
const PER_ADDRESS_MS = 2_000;

export function endpointOf(origin: string): Endpoint {
  const { port } = new URL(origin);
  const host = hostOf(origin);
  return {
    host,
    port: port === "" ? 443 : Number(port),
    servername: isIP(host) === 0 ? host : "",
    autoSelectFamilyAttemptTimeout: PER_ADDRESS_MS,
  };
}

/** The name or address alone; an IPv6 address without its brackets. */
export const hostOf = (origin: string): string => new URL(origin).hostname.replace(/^\[|\]$/g, "");
