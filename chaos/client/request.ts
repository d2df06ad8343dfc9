/** One ordinary request, sent as its plan says, and what came of it. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { type Agent, request as send } from "node:https";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { requestBytes } from "../payload.ts";
import type { Ask } from "../plan/asks.ts";
import type { Asked, Received } from "../record.ts";
import { type Door, HANG_MS, headersOf, targetOf } from "./door.ts";

/** Between two pieces of a body, in milliseconds. */
const PAUSE_MS = 25;

/** Ends its own side and listens on for a while; is gone at once; or ends both sides. */
const WAYS_TO_LEAVE = ["hang up", "reset", "close"] as const;

/** How long who has hung up listens on, in milliseconds. */
const LINGER_MS = 500;

/** Sends it; never rejects. `agent` keeps the connections that are kept. */
export function sendRequest(ask: Ask, id: string, door: Door, agent: Agent): Promise<Asked> {
  return new Promise((done) => {
    const startedAt = door.now();
    let sentAt: number | undefined;
    let headAt: number | undefined;
    let message: IncomingMessage | undefined;
    const chunks: Buffer[] = [];
    let wire: Socket | undefined;

    const request = send({
      host: "127.0.0.1",
      port: door.port,
      servername: "localhost",
      ca: door.certificates.ca,
      method: ask.method,
      path: targetOf(ask.path, id, door.canary),
      headers: { host: "lb.example", ...headersOf(id, door.canary), ...framing(ask) },
      ...(ask.keptConnection
        ? { agent }
        : {
            agent: false,
            createConnection: () => {
              wire = connect(door.port, "127.0.0.1");
              return connectTls({ socket: wire, servername: "localhost", ca: door.certificates.ca });
            },
          }),
    });
    let over = false;
    const finish = (end: Asked["end"], error?: string): void => {
      if (over) return;
      over = true;
      clearTimeout(hang);
      door.signal.removeEventListener("abort", interrupt);
      const received = message && receivedOf(message, chunks);
      done({ ask, id, startedAt, sentAt, headAt, endedAt: door.now(), end, received, ...(error !== undefined && { error }) });
    };
    const giveUp = (end: Asked["end"]): void => {
      if (over) return;
      finish(end);
      const way = WAYS_TO_LEAVE[ask.number % WAYS_TO_LEAVE.length];
      if (way === "hang up") request.socket?.end();
      if (way === "reset") wire?.resetAndDestroy();
      setTimeout(() => request.destroy(), way === "hang up" && end === "left" ? LINGER_MS : 0);
    };
    const interrupt = (): void => giveUp("interrupted");
    const hang = setTimeout(() => giveUp("hung"), HANG_MS);
    door.signal.addEventListener("abort", interrupt);

    request.on("error", ({ message: text, syscall }: NodeJS.ErrnoException) => {
      // Handed to the socket is not handed to the system.
      if (syscall === "write") sentAt = undefined;
      if (message !== undefined) finish("answered", text);
      else if (request.reusedSocket) finish("unaccepted", text);
      else finish(sentAt === undefined ? "overtaken" : "lost", text);
    });
    request.on("finish", () => {
      sentAt = door.now();
      if (ask.leaving?.when === "waiting") setTimeout(() => giveUp("left"), ask.leaving.afterMs);
    });
    request.on("response", (response) => {
      message = response;
      headAt = door.now();
      if (ask.leaving?.when === "download") return giveUp("left");
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => undefined);
      response.on("close", () => finish("answered"));
    });
    void sendBody(request, ask, id, door, () => giveUp("left"));
  });
}

function framing({ bodyBytes, chunked }: Ask): Record<string, string> {
  return bodyBytes === undefined || chunked ? {} : { "content-length": String(bodyBytes) };
}

async function sendBody(request: ClientRequest, ask: Ask, id: string, { canary }: Door, leave: () => void): Promise<void> {
  const { bodyBytes = 0, pieces, leaving } = ask;
  const bytes = requestBytes(id, canary, bodyBytes);
  const stop = leaving?.when === "upload" ? Math.floor(bodyBytes * leaving.afterShare) : undefined;
  const size = Math.max(1, Math.ceil((stop ?? bodyBytes) / pieces));
  for (let at = 0; at < (stop ?? bodyBytes); at += size) {
    if (request.destroyed) return;
    const piece = bytes.subarray(at, Math.min(at + size, stop ?? bodyBytes));
    if (!request.write(piece)) await new Promise((go) => request.once("drain", go).once("close", go));
    if (pieces > 1) await sleep(PAUSE_MS);
  }
  if (stop === undefined) request.end();
  else {
    request.flushHeaders();
    await sleep(PAUSE_MS);
    leave();
  }
}

function receivedOf(message: IncomingMessage, chunks: readonly Buffer[]): Received {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  return { status: message.statusCode ?? 0, headers, body: Buffer.concat(chunks), complete: message.complete };
}
