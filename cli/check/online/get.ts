/** One `GET` over HTTP/1.1, on a connection of its own. */
import { type RequestOptions, request } from "node:https";
import type { LookupFunction } from "node:net";
import type { ConnectionOptions, TLSSocket } from "node:tls";
import { endpointOf } from "./endpoint.ts";
import { failed, TIMEOUT } from "./failed.ts";
import type { Answered, Question } from "./network.ts";

/** The fields that something is made of. */
const FIELDS = ["date", "location", "alt-svc", "server", "cf-ray"] as const;

export function get({ origin, target, headers, timeoutMs }: Question, lookup: LookupFunction): Promise<Answered> {
  return new Promise((done) => {
    const startedAt = performance.now();
    let connected = false;
    let sentAt = Date.now();
    const asked = request({ ...optionsFor(origin, target, headers), lookup });
    const end = (result: Answered): void => {
      clearTimeout(timer);
      asked.destroy();
      done(result);
    };
    const timer = setTimeout(() => end({ ...TIMEOUT, connected }), timeoutMs);
    asked.once("socket", (socket) => {
      socket.once("connect", () => {
        connected = true;
      });
      (socket as TLSSocket).once("secureConnect", () => {
        sentAt = Date.now();
      });
    });
    asked.once("response", ({ statusCode = 0, headers: fields }) => {
      end({
        kind: "answer",
        status: statusCode,
        ms: Math.round(performance.now() - startedAt),
        sentAt,
        receivedAt: Date.now(),
        fields: Object.fromEntries(FIELDS.map((name) => [name, fields[name]?.toString()])),
      });
    });
    asked.on("error", (error) => end(failed(error, connected)));
    asked.once("close", () => end({ kind: "failed", code: "ECONNRESET", connected }));
    asked.end();
  });
}

/** The certificate is verified whatever `NODE_TLS_REJECT_UNAUTHORIZED` says: the headers may hold a token. */
function optionsFor(
  origin: string,
  target: string,
  headers: Question["headers"],
): RequestOptions & Pick<ConnectionOptions, "ALPNProtocols"> {
  const { pathname, search, host } = new URL(`${origin}${target}`);
  return {
    ...endpointOf(origin),
    path: `${pathname}${search}`,
    headers: { host, ...headers },
    agent: false,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
  };
}
