/** One TLS handshake, for what it tells of the certificate and the protocol. */
import type { LookupFunction } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { endpointOf } from "./endpoint.ts";
import { failed, TIMEOUT } from "./failed.ts";
import type { Certificate, Handshake, Protocol } from "./network.ts";

export function handshake(origin: string, protocol: Protocol, timeoutMs: number, lookup: LookupFunction): Promise<Handshake> {
  return new Promise((done) => {
    let connected = false;
    // A certificate that does not hold is to be looked at, too. Nothing is ever sent over this connection.
    const socket = connect({ ...endpointOf(origin), lookup, ALPNProtocols: [protocol], rejectUnauthorized: false });
    const end = (result: Handshake): void => {
      clearTimeout(timer);
      socket.destroy();
      done(result);
    };
    const timer = setTimeout(() => end({ ...TIMEOUT, connected }), timeoutMs);
    socket.once("connect", () => {
      connected = true;
    });
    socket.once("secureConnect", () => end(securedBy(socket)));
    socket.on("error", (error) => end(failed(error, connected)));
    socket.once("close", () => end({ kind: "failed", code: "ECONNRESET", connected }));
  });
}

function securedBy(socket: TLSSocket): Handshake {
  return {
    kind: "secured",
    protocol: socket.alpnProtocol === false || socket.alpnProtocol === null ? undefined : socket.alpnProtocol,
    certificate: certificateOf(socket),
    // A code where Node has one, whatever its types say.
    objection: socket.authorized ? undefined : String(socket.authorizationError),
  };
}

function certificateOf(socket: TLSSocket): Certificate {
  const { valid_from, valid_to, subjectaltname, subject } = socket.getPeerCertificate();
  const names = (subjectaltname ?? "").split(", ").flatMap((name) => /^(?:DNS|IP Address):([\w.*:-]+)$/.exec(name)?.[1] ?? []);
  const common = subject?.CN;
  return {
    validFrom: Date.parse(valid_from),
    validTo: Date.parse(valid_to),
    names: names.length > 0 ? names : [common ?? []].flat().filter((name) => /^[\w.*:-]+$/.test(name)),
  };
}
