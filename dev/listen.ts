// A server's port: found once, and the same again after a stop.
import type { Server } from "node:net";

/**
 * Listens on a free port outside the ranges from which systems take ports by themselves, so that nobody gets it while
 * the server is stopped.
 */
export async function listenSomewhere(server: Server): Promise<number> {
  for (let left = 100; ; left--) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    try {
      await listen(server, port);
      return port;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

export function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      server.off("error", fail);
      done();
    });
  });
}
