// One HTTPS request from Node, checked against an authority.
import { request } from "node:https";
import { text } from "node:stream/consumers";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Ask {
  /** Without one, any certificate is taken, as with `curl -k`. */
  readonly ca?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

/** Rejects where the connection, the certificate or the wait fails. */
export function ask(url: string, { ca, method = "GET", headers = {}, body, timeoutMs = 5000 }: Ask = {}): Promise<Reply> {
  return new Promise((done, fail) => {
    const trust = ca === undefined ? { rejectUnauthorized: false } : { ca };
    const outgoing = request(url, { ...trust, method, headers, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      text(response).then((answer) => done({ status: response.statusCode ?? 0, headers: response.headers, body: answer }), fail);
    });
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}
