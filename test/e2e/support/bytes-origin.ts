/** Origins that no HTTP library would let one write: exact bytes over TLS, or over TCP with no TLS at all. */
import { createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import type { Certificates } from "../../../dev/certificates.ts";
import { type Head, HttpReader } from "./http-reader.ts";
import { type Listener, listen } from "./listener.ts";

export interface BytesArrival extends Head {
  readonly body: Buffer;
  /** Ends the connection below the TLS with a TCP reset. */
  readonly reset: () => void;
}

/** Answers one request; called when its body is here. */
export type WriteAnswer = (socket: TLSSocket, arrival: BytesArrival) => void;

export interface BytesOrigin extends Listener {
  readonly url: string;
  readonly arrivals: BytesArrival[];
}

/** Speaks TLS, then writes what the test wants. */
export async function startBytesOrigin({ key, cert }: Certificates, answer: WriteAnswer): Promise<BytesOrigin> {
  const arrivals: BytesArrival[] = [];
  const server = createTlsServer({ key, cert });
  server.on("tlsClientError", () => undefined);
  const wires = new Map<number | undefined, Socket>();
  server.on("connection", (wire: Socket) => wires.set(wire.remotePort, wire));
  server.on("secureConnection", (socket) => {
    const wire = wires.get(socket.remotePort);
    const reader = new HttpReader("request");
    socket.on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => {
      reader.push(bytes);
      while (reader.head !== undefined && reader.complete) {
        const arrival = { ...reader.head, body: reader.body, reset: () => void wire?.resetAndDestroy() };
        arrivals.push(arrival);
        answer(socket, arrival);
        const rest = reader.next();
        if (rest.length === 0) return;
        reader.push(rest);
      }
    });
  });
  const listener = await listen(server);
  return { ...listener, url: `https://localhost:${listener.port}`, arrivals };
}

/** Accepts, and leaves everything after that to the test. */
export async function startTcpOrigin(onConnection: (socket: Socket) => void): Promise<Listener & { readonly url: string }> {
  const listener = await listen(createTcpServer(onConnection));
  return { ...listener, url: `https://localhost:${listener.port}` };
}
