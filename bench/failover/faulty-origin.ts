/** One HTTPS origin whose faults are switched while it runs. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import type { Certificates } from "../../dev/certificates.ts";
import { listen, listenSomewhere } from "../../dev/listen.ts";
import { HEALTH_PATH, type Mode, SLOW_ANSWER_MS } from "./kinds.ts";

/** What happened since the latest change of mode. Times in milliseconds since the epoch. */
export interface Seen {
  /** When the mode was in force. */
  readonly since: number;
  /** Requests that reached it, health checks aside. */
  readonly reached: number;
  /** When the first of them did. */
  readonly firstReachedAt: number | undefined;
}

export interface FaultyOrigin {
  readonly url: string;
  /** Resolves when the origin behaves so, with what it has seen in the mode before. */
  readonly become: (mode: Mode) => Promise<Seen>;
  readonly seen: () => Seen;
  readonly close: () => Promise<void>;
}

/** Kept connections are never closed for being idle: a candidate that meets one at its end would be blamed for it. */
const FOREVER = 0;

const now = (): number => performance.timeOrigin + performance.now();

/** Starts one on a free loopback port; it is well at first. What a hanging one has taken it never answers, healed or not. */
export async function startFaultyOrigin({ key, cert }: Certificates): Promise<FaultyOrigin> {
  const sockets = new Set<Socket>();
  let mode: Mode = "well";
  let seen: Seen = { since: now(), reached: 0, firstReachedAt: undefined };

  const answer = (response: ServerResponse, status: number): void => {
    response.writeHead(status, { "content-type": "text/plain" }).end("an answer\n");
  };
  const ACTIONS: Readonly<Record<Mode, (request: IncomingMessage, response: ServerResponse) => unknown>> = {
    well: (_, response) => answer(response, 200),
    refused: (request) => request.socket.destroy(),
    reset: (request) => wireOf(request)?.resetAndDestroy(),
    hanging: () => undefined,
    500: (_, response) => answer(response, 500),
    slow: (_, response) => setTimeout(() => answer(response, 200), SLOW_ANSWER_MS).unref(),
  };
  // A TLS socket's own reset is an orderly end of TLS; the reset has to come from the socket that carries it.
  const wires = new Map<number, Socket>();
  const wireOf = ({ socket }: IncomingMessage): Socket | undefined => wires.get(socket.remotePort ?? 0);

  const server = createServer({ key, cert, keepAliveTimeout: FOREVER, requestTimeout: 0 }, (request, response) => {
    response.on("error", () => undefined);
    if (request.url !== HEALTH_PATH) {
      seen = { ...seen, reached: seen.reached + 1, firstReachedAt: seen.firstReachedAt ?? now() };
    }
    request.on("error", () => undefined).on("end", () => ACTIONS[mode](request, response));
    request.resume();
  });
  server.on("tlsClientError", () => undefined);
  server.on("connection", (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.add(socket);
    wires.set(remotePort, socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      if (wires.get(remotePort) === socket) wires.delete(remotePort);
    });
  });
  const port = await listenSomewhere(server);

  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `https://localhost:${port}`,
    become: async (next) => {
      const before = seen;
      if (next === "refused") await close();
      else if (!server.listening) await listen(server, port);
      mode = next;
      seen = { since: now(), reached: 0, firstReachedAt: undefined };
      return before;
    },
    seen: () => seen,
    close,
  };
}
