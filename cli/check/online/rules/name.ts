/** Whether the name leads somewhere, and somewhere that Cloudflare can reach. */
import { isIP } from "node:net";
import { isLocalName, isPrivate } from "../addresses.ts";
import { hostOf } from "../endpoint.ts";
import { NOT_LOOKED_UP } from "../resolver.ts";
import { about, type OriginRule } from "../rule.ts";

export const nameLeadsSomewhere: OriginRule = (report, { list }) => {
  const { looked, origin, timeoutMs } = report;
  const host = hostOf(origin.url);
  if (looked.kind === "failed") {
    const error = (found: string, advice: string) => [about(report, "error", "dns", found, advice)];
    switch (looked.code) {
      case "ENOTFOUND":
      case "ENODATA":
        return error(
          `the name ${host} does not resolve`,
          `look for a typo in ${list.variable}; else add the record at the zone's DNS, or create the tunnel's public hostname`,
        );
      case "EAI_AGAIN":
        return error(
          `the name ${host} could not be looked up: no name server answered`,
          "try again; if it stays so, see to the zone's name servers",
        );
      case "TIMEOUT":
        return error(
          `looking up the name ${host} took longer than ${timeoutMs} ms`,
          "try again; if it stays so, see to the zone's name servers",
        );
      case NOT_LOOKED_UP.code:
        return error(
          `the name ${host} was not looked up: this machine's resolver was busy with other names for all that time`,
          "see to the names that took too long, or to the name server that this machine asks; then check again",
        );
      default:
        return error(`the name ${host} could not be looked up (${looked.code})`, "try again, and see to the zone's DNS records");
    }
  }
  const { addresses } = looked;
  if (isIP(host) !== 0 || isLocalName(host) || addresses.length === 0 || !addresses.every(isPrivate)) return [];
  return [
    about(
      report,
      "warning",
      "dns-private",
      `${host} resolves to ${addresses.join(", ")} here, which Cloudflare cannot reach`,
      "give the name a public address, or put a Cloudflare Tunnel in front of the server; if only this machine's DNS answers so, look from elsewhere",
    ),
  ];
};
