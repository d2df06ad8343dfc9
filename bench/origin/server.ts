// The origins, in a process of their own: HTTPS servers that keep connections open and answer by path (see served.ts).

import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Certificates } from "../../dev/certificates.ts";
import { pieces } from "../load/pieces.ts";
import { bytesAt } from "./served.ts";

/** What the parent says first. */
export interface OriginOrder {
  readonly certificates: Certificates;
  readonly count: number;
}

/** Up to this length a body is written at once. */
const WHOLE = Buffer.alloc(1_048_576, "x");

async function answer(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes });
  if (bytes <= WHOLE.length) response.end(WHOLE.subarray(0, bytes));
  else await pipeline(Readable.from(pieces(bytes)), response);
}

async function startOrigin({ key, cert }: Certificates): Promise<number> {
  // No connection is ended for being idle: a POST that meets the end of one would count as a fault of the proxy.
  const server = createServer({ key, cert, keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    const reply = (): void => void answer(response, bytesAt(request.url ?? "/")).catch(() => response.destroy());
    if (request.method === "GET") return reply();
    request.on("end", reply).resume();
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

process.once("message", ({ certificates, count }: OriginOrder) => {
  void Promise.all(Array.from({ length: count }, () => startOrigin(certificates))).then((ports) => process.send?.(ports));
});
process.once("disconnect", () => process.exit(0));
// A terminal's Ctrl-C reaches this process too: the bench ends it once its proxies have ended.
process.on("SIGINT", () => undefined);
