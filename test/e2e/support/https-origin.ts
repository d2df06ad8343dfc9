/** An origin over real TLS whose behaviour a test scripts, and which records what reached it. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { Certificates } from "../../../dev/certificates.ts";
import { Fields } from "./fields.ts";
import { type Listener, listen } from "./listener.ts";

/** One request as it arrived. It is recorded when its head is here; body and ends follow. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly fields: Fields;
  /** Bytes of the body so far. */
  received: number;
  /** The body, once it has ended. */
  body: Buffer | undefined;
  sha256: string | undefined;
  /** The exchange is over, by its end or by the other side leaving. */
  closed: boolean;
}

/** May take its time: whatever it returns is not waited for. */
export type Behave = (request: IncomingMessage, response: ServerResponse, arrival: Arrival) => unknown;

export interface HttpsOrigin extends Listener {
  /** `https://localhost:<port>`. */
  readonly url: string;
  readonly arrivals: Arrival[];
  /** How it answers from now on. */
  behave: Behave;
  readonly last: () => Arrival;
  /** For those who take upgrades. */
  readonly server: Server;
}

export interface OriginOptions {
  /** Its certificate, if not the trusted one. */
  readonly certificates?: Certificates;
  /** Answers when the head is here; else when the body has ended. */
  readonly early?: boolean;
}

/** Answers 200 with its own name. */
export const greet: Behave = (request, response) => response.end(`${request.method} ${request.url}`);

/** Answers with a status and nothing else of note. */
export const status =
  (code: number, fields: Record<string, string> = {}, body = ""): Behave =>
  (_, response) =>
    response.writeHead(code, fields).end(body);

export async function startHttpsOrigin({ key, cert }: Certificates, behave: Behave, early: boolean): Promise<HttpsOrigin> {
  const server = createServer({ key, cert, requestTimeout: 0, keepAliveTimeout: 0 });
  const arrivals: Arrival[] = [];
  const listener = await listen(server);
  const origin: HttpsOrigin = {
    ...listener,
    url: `https://localhost:${listener.port}`,
    arrivals,
    behave,
    server,
    last: () => {
      const arrival = arrivals.at(-1);
      if (arrival === undefined) throw new Error("nothing has arrived");
      return arrival;
    },
  };
  server.on("tlsClientError", () => undefined);
  server.on("request", (request, response) => {
    const arrival = record(request, response);
    arrivals.push(arrival);
    if (early) origin.behave(request, response, arrival);
    else request.on("end", () => origin.behave(request, response, arrival));
  });
  return origin;
}

function record(request: IncomingMessage, response: ServerResponse): Arrival {
  const arrival: Arrival = {
    method: request.method ?? "",
    url: request.url ?? "",
    fields: Fields.fromFlat(request.rawHeaders),
    received: 0,
    body: undefined,
    sha256: undefined,
    closed: false,
  };
  const hash = createHash("sha256");
  const chunks: Buffer[] = [];
  request.on("error", () => undefined);
  request.on("data", (chunk: Buffer) => {
    arrival.received += chunk.length;
    hash.update(chunk);
    chunks.push(chunk);
  });
  request.on("end", () => {
    arrival.body = Buffer.concat(chunks);
    arrival.sha256 = hash.digest("hex");
  });
  response.on("error", () => undefined);
  response.on("close", () => {
    arrival.closed = true;
  });
  return arrival;
}
