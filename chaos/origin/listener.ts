/** A TLS address at which somebody listens, or nobody: it can be shut and opened again, and every connection reset below its TLS. */
import { createServer as createHttps, type Server as HttpsServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import type { Certificates } from "../../dev/certificates.ts";
import { listen, listenSomewhere } from "../../dev/listen.ts";

export interface Listener {
  readonly port: number;
  /** HTTP over TLS; it listens nowhere by itself. */
  readonly https: HttpsServer;
  /** Connections so far. */
  readonly connections: () => number;
  /** The connection under the TLS one with this remote port. */
  readonly wireOf: (remotePort: number | undefined) => Socket | undefined;
  /** Refuses from now on, and resets every connection; gives how many there were. */
  readonly shut: () => number;
  /** Resolves when it accepts again; at once where it does. */
  readonly open: () => Promise<void>;
  readonly close: () => void;
}

export async function startListener({ key, cert }: Certificates): Promise<Listener> {
  // Nobody but the gateway ends a connection that is well: an idle one ended by a server can meet a request on its way.
  const https = createHttps({ key, cert, requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 });
  https.on("tlsClientError", () => undefined).on("clientError", (_, socket) => socket.destroy());
  const wires = new Map<number | undefined, Socket>();
  let connections = 0;

  const accept = (wire: Socket): void => {
    connections++;
    const { remotePort } = wire;
    wires.set(remotePort, wire);
    wire.on("error", () => undefined).on("close", () => wires.delete(remotePort));
    https.emit("connection", wire);
  };
  let server: Server | undefined = createServer(accept);
  const port = await listenSomewhere(server);
  let opening: Promise<void> | undefined;

  const shut = (): number => {
    server?.close();
    server = undefined;
    opening = undefined;
    for (const wire of wires.values()) wire.resetAndDestroy();
    return wires.size;
  };
  return {
    port,
    https,
    connections: () => connections,
    wireOf: (remotePort) => wires.get(remotePort),
    shut,
    open: () => {
      if (server === undefined) {
        server = createServer(accept);
        opening = listen(server, port).catch((error: Error) => {
          server = undefined;
          throw error;
        });
      }
      return opening ?? Promise.resolve();
    },
    close: () => {
      shut();
      https.close();
    },
  };
}
