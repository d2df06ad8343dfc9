/** One WebSocket: opened, some words exchanged, closed. */
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import type { Ask } from "../plan/asks.ts";
import type { Asked, Received } from "../record.ts";
import { type Door, HANG_MS, headersOf, targetOf } from "./door.ts";

/** Between two messages, in milliseconds. */
const PAUSE_MS = 40;

/** Opens it and talks; never rejects. */
export function openSocket(ask: Ask, id: string, door: Door): Promise<Asked> {
  return new Promise((done) => {
    const startedAt = door.now();
    const words = Array.from({ length: 1 + (ask.number % 4) }, (_, i) => `${id} word ${i}`);
    const sent: string[] = [];
    const got: string[] = [];
    let headAt: number | undefined;
    let received: Received | undefined;
    const socket = new WebSocket(`wss://127.0.0.1:${door.port}${targetOf(ask.path, id, door.canary)}`, {
      ca: door.certificates.ca,
      headers: headersOf(id, door.canary),
    });
    let over = false;
    const finish = (end: Asked["end"], error?: string): void => {
      if (over) return;
      over = true;
      clearTimeout(hang);
      door.signal.removeEventListener("abort", interrupt);
      done({
        ask,
        id,
        startedAt,
        sentAt: startedAt,
        headAt,
        endedAt: door.now(),
        end,
        received,
        echoes: { sent, got },
        ...(error !== undefined && { error }),
      });
      socket.terminate();
    };
    const interrupt = (): void => finish("interrupted");
    const hang = setTimeout(() => finish("hung"), HANG_MS);
    door.signal.addEventListener("abort", interrupt);
    const say = (): void => {
      const word = words.shift();
      if (word === undefined) socket.close(1000);
      else {
        sent.push(word);
        socket.send(word);
      }
    };
    const headOf = (response: IncomingMessage): void => {
      headAt = door.now();
      received = {
        status: response.statusCode ?? 0,
        headers: response.headers as Received["headers"],
        body: Buffer.alloc(0),
        complete: true,
      };
    };

    socket.on("upgrade", headOf);
    socket.on("open", say);
    socket.on("message", (data: Buffer) => {
      got.push(data.toString());
      setTimeout(say, PAUSE_MS);
    });
    socket.on("unexpected-response", (_, response) => {
      headOf(response);
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => undefined);
      response.on("close", () => {
        if (received) received = { ...received, body: Buffer.concat(chunks), complete: response.complete };
        finish("answered");
      });
    });
    socket.on("error", ({ message }) => finish(received ? "answered" : "lost", message));
    socket.on("close", () => finish(received ? "answered" : "lost"));
  });
}
