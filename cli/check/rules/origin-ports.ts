/** Ports that Cloudflare does not proxy, and what an old compatibility date makes of a port. */
import type { Finding } from "../../findings.ts";
import { listedOf } from "../origins/listed.ts";
import type { Checked, Rule } from "../rule.ts";

/** The HTTPS ports of Cloudflare's proxy: https://developers.cloudflare.com/fundamentals/reference/network-ports/ */
const PROXIED = [443, 2053, 2083, 2087, 2096, 8443];

/** From this date on `fetch` heeds a port: the flag is `allow_custom_ports`, and `ignore_custom_ports` takes it back. */
const PORTS_SINCE = "2024-09-02";

export const originPorts: Rule = (checked) => {
  const areIgnored = portsAreIgnored(checked.worker);
  return listedOf(checked).flatMap(({ kind, port, origin, where }): readonly Finding[] => {
    if (port === 443 || kind === "ip" || kind === "local") return [];
    if (areIgnored) return [{ severity: "error", code: "origin-port", where, found: `${origin.url}: ${IGNORED}`, advice: HEED }];
    return PROXIED.includes(port)
      ? []
      : [{ severity: "warning", code: "origin-port", where, found: `${origin.url}: ${UNPROXIED}`, advice: OTHER }];
  });
};

const IGNORED = "with this compatibility date a Worker ignores the port and asks port 443";
const HEED = `set compatibility_date = "${PORTS_SINCE}" or a later one (2025-01-01 is what the gateway was measured with), or let the backend answer on 443`;
const UNPROXIED = "a port that Cloudflare's proxy does not pass on";
const OTHER = `it works only while the name is "DNS only" (grey cloud); else let the backend answer on one of ${PROXIED.join(", ")}`;

/** Without a date the newest behaviour is taken. Dates are compared as text, which ISO 8601 is made for. */
function portsAreIgnored({ compatibilityDate, compatibilityFlags }: Checked["worker"]): boolean {
  if (compatibilityFlags.includes("allow_custom_ports")) return false;
  if (compatibilityFlags.includes("ignore_custom_ports")) return true;
  return compatibilityDate !== undefined && compatibilityDate < PORTS_SINCE;
}
