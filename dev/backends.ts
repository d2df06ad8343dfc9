// HTTPS servers that fail on command, whatever they serve.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Application } from "./application.ts";
import type { Certificates } from "./certificates.ts";
import { listen, listenSomewhere } from "./listen.ts";

/** up: answers · stopped: refuses connections · hanging: takes requests and stays silent · failing: answers with its error status. */
export type Mode = "up" | "stopped" | "hanging" | "failing";

export interface Backend {
  readonly name: string;
  /** Its origin. The port stays the same while it is stopped. */
  readonly url: string;
  mode(): Mode;
  /** Resolves when the backend behaves so. Requests that a hanging one holds are dropped. */
  become(mode: Mode): Promise<void>;
  stop(): Promise<void>;
}

/** What it serves, and what it answers while it is told to fail. */
export interface BackendOptions {
  readonly application: Application;
  readonly failStatus: number;
}

/** Starts one backend on a free port of the loopback address. */
export async function startBackend(name: string, certificates: Certificates, options: BackendOptions): Promise<Backend> {
  const { application, failStatus } = options;
  const sockets = new Set<Socket>();
  let mode: Mode = "up";
  const is = (what: Mode): boolean => mode === what;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (is("hanging")) return;
    const body = await buffer(request);
    if (is("failing")) {
      response.writeHead(failStatus, { "content-type": "text/plain; charset=utf-8" }).end(`backend ${name} is told to fail\n`);
      return;
    }
    const { method = "GET", headers } = request;
    const { pathname } = new URL(request.url ?? "/", "https://backend.invalid");
    const answer = await application.answer({ method, path: pathname, headers, body });
    response.writeHead(answer.status, { ...answer.headers });
    if (typeof answer.body === "string" || method === "HEAD") {
      response.end(typeof answer.body === "string" ? answer.body : undefined);
      return;
    }
    response.flushHeaders();
    for await (const piece of answer.body) {
      if (is("hanging") || response.destroyed) return;
      response.write(piece);
    }
    response.end();
  };

  const server = createServer({ key: certificates.key, cert: certificates.cert }, (request, response) => {
    handle(request, response).catch(() => response.destroy()); // the client left before its body was here
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  const { takeSocket } = application;
  if (takeSocket) {
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on("error", () => {});
      if (is("failing")) socket.end(`HTTP/1.1 ${failStatus} Told To Fail\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      else if (!is("hanging")) takeSocket(request, socket, head, () => is("hanging"));
    });
  }
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
