// HTTPS backends that fail on command.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Certificates } from "./certificates.ts";
import { answer, type Cluster, createInstance, type Instance } from "./messageweave.ts";

/** up: answers · stopped: refuses connections · hanging: takes requests and stays silent · failing: answers 500. */
export type Mode = "up" | "stopped" | "hanging" | "failing";

export interface Backend {
  readonly name: string;
  /** Its origin. The port stays the same while it is stopped. */
  readonly url: string;
  readonly instance: Instance;
  mode(): Mode;
  /** Resolves when the backend behaves so. Requests that a hanging one holds are dropped. */
  become(mode: Mode): Promise<void>;
  stop(): Promise<void>;
}

/** Called with every delivery that a backend has taken and answered. */
export type OnTaken = (backend: string, body: Buffer) => void;

/** Starts one backend on a free port of the loopback address. */
export async function startBackend(name: string, certificates: Certificates, cluster: Cluster, onTaken?: OnTaken): Promise<Backend> {
  const instance = createInstance(name, cluster);
  const sockets = new Set<Socket>();
  let mode: Mode = "up";

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (mode === "hanging") return;
    const body = await buffer(request);
    if (mode === "failing") {
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(`backend ${name} is told to fail\n`);
      return;
    }
    const { pathname } = new URL(request.url ?? "/", "https://backend.invalid");
    const reply = await answer(instance, { method: request.method ?? "GET", path: pathname, body });
    if (request.method === "POST") onTaken?.(name, body);
    response.writeHead(reply.status, { ...reply.headers }).end(reply.body);
  };

  const server = createServer({ key: certificates.key, cert: certificates.cert }, (request, response) => {
    handle(request, response).catch(() => response.destroy()); // the client left before its body was here
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listenSomewhere(server);

  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    drop();
    await closed;
  };
  return {
    name,
    url: `https://localhost:${port}`,
    instance,
    mode: () => mode,
    become: async (next) => {
      const before = mode;
      mode = next;
      if (before === "hanging") drop();
      if (next === "stopped" && server.listening) await close();
      if (next !== "stopped" && !server.listening) await listen(server, port);
    },
    stop: close,
  };
}

/**
 * Listens on a free port outside the ranges from which systems take ports by themselves, so that nobody gets it while
 * the backend is stopped.
 */
async function listenSomewhere(server: Server): Promise<number> {
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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      server.off("error", fail);
      done();
    });
  });
}
