/** Whether TLS with it holds. What does not is answered by Cloudflare with a 525 or 526, or is an exception in the Worker. */
import type { Code } from "../../../codes.ts";
import type { Certificate } from "../network.ts";
import { type OriginReport, tlsOf } from "../report.ts";
import { about, type OriginRule } from "../rule.ts";
import { noHandshake } from "./tls-failed.ts";

const DAY_MS = 86_400_000;

export const tlsHolds: OriginRule = (report, { now }) => {
  const tls = tlsOf(report);
  if (tls === undefined) return [];
  if (tls.kind === "failed") return noHandshake(report, tls);
  if (tls.kind === "refused") return [refused(report, tls.certificate, tls.objection, now)];
  const { certificate } = tls;
  const left = daysLeft(certificate, now);
  if (left >= Math.min(14, (certificate.validTo - certificate.validFrom) / DAY_MS / 3)) return [];
  return [
    about(
      report,
      "warning",
      "tls-expiring",
      `its certificate ends in ${days(left)}, on ${dateOf(certificate.validTo)}`,
      "renew it now, and see why it was not renewed by itself",
    ),
  ];
};

/** Whole days until it ends; negative where it has ended. */
export const daysLeft = ({ validTo }: Certificate, now: number): number => Math.floor((validTo - now) / DAY_MS);

function refused(report: OriginReport, certificate: Certificate, objection: string, now: number) {
  const error = (code: Code, found: string, advice: string) => about(report, "error", code, found, advice);
  const { validFrom, validTo, names } = certificate;
  switch (objection) {
    case "CERT_HAS_EXPIRED":
      return validTo < now
        ? error("tls-expired", `its certificate ended on ${dateOf(validTo)}`, "renew it, and reload the server so that it is used")
        : error(
            "tls-expired",
            "a certificate of its chain, not its own, has ended",
            "have the server send the chain that came with the certificate (fullchain.pem), renewed",
          );
    case "CERT_NOT_YET_VALID":
      return error(
        "tls-not-yet-valid",
        `its certificate begins on ${dateOf(validFrom)}`,
        "use the certificate that is valid now; if that date is past, the clock of this machine is wrong",
      );
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return error(
        "tls-hostname",
        `its certificate is for ${listed(names)}, not for this name`,
        `get a certificate for this name, or write the name that it is for${names.some((name) => name.startsWith("*.")) ? " (* stands for one label, without a dot)" : ""}`,
      );
    default:
      return error("tls-untrusted", ...untrusted(objection));
  }
}

function untrusted(objection: string): readonly [string, string] {
  const publicOne = "get one of a public authority, such as Let's Encrypt: Cloudflare answers 526 for this one";
  switch (objection) {
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return ["its certificate is self-signed", publicOne];
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return ["its certificate is of an authority that is not trusted here", `${publicOne}. ${PRIVATE}`];
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return [
        "its certificate is of an authority that is not known here: an intermediate certificate is missing, or the authority is a private one",
        `have the server send the whole chain (fullchain.pem, not cert.pem); Cloudflare answers 526 without it. ${PRIVATE}`,
      ];
    default:
      return [`its certificate does not hold (${/^[A-Z_]+$/.test(objection) ? objection : "for another reason"})`, publicOne];
  }
}

const PRIVATE = "To trust a private authority in this check alone: NODE_EXTRA_CA_CERTS=ca.pem";

const listed = (names: readonly string[]): string => {
  if (names.length === 0) return "no name at all";
  return names.length <= 5 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
};

const days = (count: number): string => (count === 1 ? "1 day" : count < 1 ? "less than a day" : `${count} days`);

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
