/** A port for those who cannot be told to choose one and say which. */
import { createServer } from "node:net";
import { listenSomewhere } from "../../dev/listen.ts";

const given = new Set<number>();

/** A free loopback port, each given once; nothing keeps others from taking it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = await listenSomewhere(server);
    await new Promise<void>((done) => server.close(() => done()));
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}
