/** A server on a free loopback port whose every connection can be ended. */

import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";

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

// Below the range that systems hand out by themselves, so that a port which is closed stays closed.
const [LOWEST, HIGHEST] = [11_000, 31_000];
const given = new Set<number>();

/** A port at which nothing listens, each given once. */
export async function deadPort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}
