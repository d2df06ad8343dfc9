// Steady traffic from a client that trusts the demonstration's authority and checks every answer.
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { Tally } from "./tally.ts";

export interface TrafficOptions {
  readonly port: number;
  readonly ca: string;
  readonly everyMs: number;
  readonly tally: Tally;
  /** Origin → name, to check that the header and the body name the same backend. */
  readonly nameOf: (origin: string) => string;
}

interface Reply {
  readonly status: number;
  readonly origin: string;
  readonly body: string;
}

const CLIENT_PATIENCE_MS = 10_000;

/** Sends a request every so often, by turns a GET and two kinds of POST. The returned function stops it and waits for what is under way. */
export function startTraffic(options: TrafficOptions): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  let number = 0;
  const timer = setInterval(() => {
    const sending = sendOne(options, ++number).finally(() => underWay.delete(sending));
    underWay.add(sending);
  }, options.everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

async function sendOne(options: TrafficOptions, number: number): Promise<void> {
  const { tally } = options;
  const id = `n-${number}`;
  const path = (["/api/status", "/webhook/tg", "/push/jmap"] as const)[number % 3] ?? "/api/status";
  const isGet = path === "/api/status";
  const started = performance.now();
  tally.sent(isGet ? "GET" : "POST", id);
  try {
    const reply = await exchange(options, isGet ? "GET" : "POST", path, isGet ? undefined : JSON.stringify({ id }));
    const fault = faultOf(reply, isGet ? undefined : id, options.nameOf);
    if (fault === undefined) tally.answered(id, options.nameOf(reply.origin), performance.now() - started);
    else tally.refused(id, fault);
  } catch (error) {
    tally.refused(id, error instanceof Error ? error.message : String(error));
  }
}

/** What is wrong with an answer; `undefined`: nothing. */
export function faultOf({ status, origin, body }: Reply, id: string | undefined, nameOf: (origin: string) => string): string | undefined {
  if (status < 200 || status > 299) return `status ${status}`;
  try {
    const answer = JSON.parse(body) as Record<string, unknown>;
    if (answer["backend"] !== nameOf(origin)) return "the answer is not from the backend that x-lb-backend names";
    return id === undefined || answer["id"] === id ? undefined : "the answer is to another delivery";
  } catch {
    return "the body is cut or no JSON";
  }
}

/** One request on a connection of its own. */
function exchange({ port, ca }: TrafficOptions, method: string, path: string, body: string | undefined): Promise<Reply> {
  return new Promise((done, fail) => {
    const headers = body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const signal = AbortSignal.timeout(CLIENT_PATIENCE_MS);
    const outgoing = request({ host: "localhost", port, method, path, ca, headers, agent: false, signal }, (response) => {
      text(response).then(
        (answer) => done({ status: response.statusCode ?? 0, origin: String(response.headers["x-lb-backend"]), body: answer }),
        fail,
      );
    });
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}
