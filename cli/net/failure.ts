/** Why a server could not be asked, as a class and in words. An exception's own text goes nowhere. */

export type Reason =
  | "refused"
  | "timed-out"
  | "no-such-name"
  | "name-not-looked-up"
  | "unreachable"
  | "reset"
  | "certificate-expired"
  | "certificate-not-yet-valid"
  | "certificate-for-another-name"
  | "certificate-untrusted"
  | "no-tls"
  | "no-http"
  | "stopped"
  | "other";

const WORDS: Readonly<Record<Reason, string>> = {
  refused: "the connection was refused",
  "timed-out": "it did not answer in time",
  "no-such-name": "there is no such host name",
  "name-not-looked-up": "the host name could not be looked up: no name server answered",
  unreachable: "no network leads there",
  reset: "the connection was closed before the answer was complete",
  "certificate-expired": "its certificate has expired",
  "certificate-not-yet-valid": "its certificate is not valid yet",
  "certificate-for-another-name": "its certificate is for another name",
  "certificate-untrusted": "its certificate is signed by nobody that is trusted here",
  "no-tls": "it does not speak TLS as a web server does",
  "no-http": "it does not speak HTTP",
  stopped: "the question was given up",
  other: "the connection failed",
};

/** The reason as the second half of a sentence: `https://a.example: ` and then this. */
export const inWords = (reason: Reason): string => WORDS[reason];

/** What Node and OpenSSL call them. */
const BY_CODE: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: "refused",
  ETIMEDOUT: "timed-out",
  ENOTFOUND: "no-such-name",
  ENODATA: "no-such-name",
  EAI_AGAIN: "name-not-looked-up",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ECONNRESET: "reset",
  EPIPE: "reset",
  CERT_HAS_EXPIRED: "certificate-expired",
  CERT_NOT_YET_VALID: "certificate-not-yet-valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-for-another-name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate-untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate-untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "certificate-untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate-untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate-untrusted",
  CERT_UNTRUSTED: "certificate-untrusted",
  CERT_SIGNATURE_FAILURE: "certificate-untrusted",
  INVALID_CA: "certificate-untrusted",
  INVALID_PURPOSE: "certificate-untrusted",
  EPROTO: "no-tls",
};

/** The class of what a connection, a handshake or the HTTP parser has thrown. */
export function reasonOf(error: unknown): Reason {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (typeof code !== "string") return "other";
  return BY_CODE[code] ?? (code.startsWith("ERR_SSL_") ? "no-tls" : code.startsWith("HPE_") ? "no-http" : "other");
}
