/** Origins on the loopback address that answer `check` as a test scripts it, and record what they were asked. */
import { createServer as createHttpServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { Certificates } from "../../../dev/certificates.ts";
import { listenSomewhere } from "../../../dev/listen.ts";

export interface ScriptedOrigin {
  /** `https://localhost:<port>`. */
  readonly url: string;
  readonly arrivals: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  readonly stop: () => Promise<void>;
}

/** Answers, or keeps silent. */
export type Behave = (request: IncomingMessage, response: ServerResponse) => void;

/** The same for every path but those that are named. */
export const status =
  (code: number, fields: Readonly<Record<string, string>> = {}, others: Readonly<Record<string, Behave>> = {}): Behave =>
  (request, response) => {
    const other = others[request.url ?? ""];
    if (other) other(request, response);
    else response.writeHead(code, { ...fields }).end();
  };

export const silent: Behave = () => undefined;

/** HTTP/1.1 over TLS. */
export const startTlsOrigin = ({ key, cert }: Pick<Certificates, "key" | "cert">, behave: Behave): Promise<ScriptedOrigin> =>
  started(createHttpsServer({ key, cert }), behave);

/** HTTP/2 over TLS and nothing else. */
export async function startHttp2Origin({ key, cert }: Certificates): Promise<ScriptedOrigin> {
  const server = createSecureServer({ key, cert });
  server.on("sessionError", () => undefined);
  return started(server, undefined);
}

/** HTTP/1.1 without TLS, at a port that the configuration takes for one with it. */
export const startPlainOrigin = (): Promise<ScriptedOrigin> => started(createHttpServer(), status(200));

/** TCP alone: what becomes of a connection is the test's affair. */
export const startTcpOrigin = (onConnection: (socket: Socket) => void): Promise<ScriptedOrigin> =>
  started(createTcpServer(onConnection), undefined);

/** A port where nothing listens. */
export async function refusedOrigin(): Promise<ScriptedOrigin> {
  const origin = await startTcpOrigin(() => undefined);
  await origin.stop();
  return { ...origin, stop: () => Promise.resolve() };
}

async function started(server: Server, behave: Behave | undefined): Promise<ScriptedOrigin> {
  const sockets = new Set<Socket>();
  const arrivals: { url: string; headers: IncomingHttpHeaders }[] = [];
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => undefined);
  if (behave) {
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      arrivals.push({ url: request.url ?? "", headers: request.headers });
      behave(request, response);
    });
  }
  const port = await listenSomewhere(server);
  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `https://localhost:${port}`, arrivals, stop };
}
