/** Whether there is a server that takes connections. */
import type { Failed } from "../network.ts";
import { tlsOf } from "../report.ts";
import { about, type OriginRule } from "../rule.ts";

export const takesConnections: OriginRule = (report) => {
  const { handshakes, timeoutMs, health, origin } = report;
  const failure = handshakes === undefined ? undefined : tlsOf(report);
  if (failure?.kind === "failed") {
    const said = wordsFor(failure, origin.url, timeoutMs);
    return said === undefined ? [] : [about(report, "error", "connect", ...said)];
  }
  if (health?.kind !== "failed" || health.code === "TIMEOUT" || health.code.startsWith("HPE_")) return [];
  return [
    about(
      report,
      "error",
      "connect",
      `it takes the connection and ends it without an answer${CUT.has(health.code) ? "" : ` (${health.code})`}`,
      "see in its log, or that of the proxy before it, why: often the application behind the proxy is not running",
    ),
  ];
};

/** What is wrong and what to do about it; `undefined` where the connection was there and TLS is to blame. */
function wordsFor({ code, connected }: Failed, origin: string, timeoutMs: number): readonly [string, string] | undefined {
  const port = new URL(origin).port || "443";
  if (CUT.has(code)) {
    return [
      `the connection to port ${port} is closed before TLS is set up`,
      "see whether that port is really the one with TLS, and whether a firewall or proxy drops what comes from outside",
    ];
  }
  if (connected) return undefined;
  if (code === "ECONNREFUSED") {
    return [`nothing listens on port ${port}: the connection is refused`, "start the server there, or correct the port"];
  }
  if (code === "TIMEOUT" || code === "ETIMEDOUT") {
    return [
      `no connection to port ${port} within ${timeoutMs} ms`,
      `open port ${port} in the firewall for Cloudflare's addresses (https://www.cloudflare.com/ips), and see whether the host is running`,
    ];
  }
  if (code === "EHOSTUNREACH" || NO_NETWORK.has(code)) {
    return [
      `its address cannot be reached from here (${code})`,
      "see whether the host is running, and whether its DNS record still has the right address",
    ];
  }
  return [`there is no connection to port ${port} (${code})`, "see whether the host is running, and whether a firewall is in the way"];
}

const CUT: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);

/** This machine has no network, or none of that address's family. */
export const NO_NETWORK: ReadonlySet<string> = new Set(["ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL", "EAFNOSUPPORT"]);
