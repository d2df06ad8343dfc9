/** A server on a free loopback port whose every connection can be ended. */

import type { AddressInfo, Server, Socket } from "node:net";

export interface Listener {
  readonly port: number;
  /** How many connections have come so far. */
  readonly connections: () => number;
  /** How many of them are open. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

export async function listen(server: Server): Promise<Listener> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
