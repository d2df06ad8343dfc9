/** There is a connection, and TLS does not come about. */
import type { Finding } from "../../../findings.ts";
import type { Failed } from "../network.ts";
import type { OriginReport } from "../report.ts";
import { about } from "../rule.ts";

/** How OpenSSL names an answer that is no TLS at all, release by release. */
const NO_TLS = new Set([
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  "ERR_SSL_HTTP_REQUEST",
  "ERR_SSL_UNKNOWN_PROTOCOL",
]);

/** What a connection alone is to blame for is told elsewhere. */
export function noHandshake(report: OriginReport, { code, connected }: Failed): readonly Finding[] {
  if (!connected || code === "ECONNRESET" || code === "EPIPE" || code === "ECONNABORTED") return [];
  return [about(report, "error", "tls-failed", ...wordsFor(code, report))];
}

function wordsFor(code: string, { origin, timeoutMs }: OriginReport): readonly [string, string] {
  const port = new URL(origin.url).port || "443";
  if (NO_TLS.has(code)) {
    return [
      `port ${port} answers, but not with TLS`,
      "have the server speak TLS there, or write the port on which it does: an origin is https",
    ];
  }
  if (code === "TIMEOUT") {
    return [
      `port ${port} takes the connection, but the TLS handshake was not over after ${timeoutMs} ms`,
      "see whether the server hangs, and whether that port is really the one with TLS",
    ];
  }
  if (/PROTOCOL/.test(code) && !/NO_APPLICATION_PROTOCOL/.test(code)) {
    return ["it speaks no version of TLS that is still in use", "switch on TLS 1.2 or 1.3 at the server"];
  }
  if (/NO_APPLICATION_PROTOCOL/.test(code)) {
    return ["it agrees neither on HTTP/2 nor on HTTP/1.1", "switch on HTTP/1.1 at the server: ALPN http/1.1"];
  }
  if (/HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|NO_SHARED_CIPHER|INTERNAL_ERROR/.test(code)) {
    return [
      `it refuses the TLS handshake (${code})`,
      "see whether the server has a certificate for this name; a name that a proxy or tunnel does not know is refused so",
    ];
  }
  return [`the TLS handshake fails (${/^[A-Z\d_]+$/.test(code) ? code : "for another reason"})`, "see in the server's log why"];
}
