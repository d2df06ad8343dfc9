/** A WebSocket at an origin: every message comes back with the name of the origin, unless something is wrong. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { answerBytes } from "../payload.ts";
import type { Fault } from "../plan/faults.ts";
import type { Arrival } from "../record.ts";
import { answerOf, type Where } from "./respond.ts";

const sockets = new WebSocketServer({ noServer: true });

/** The message as it comes back. */
export const echoOf = (origin: string, message: string): string => `${origin} says ${message}`;

export function takeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, arrival: Arrival, fault: Fault, where: Where): void {
  // Whoever reads nothing does not hear that the other side has left.
  if (fault.kind !== "none") socket.resume().on("end", () => socket.end());
  switch (fault.kind) {
    case "hung":
      return;
    case "reset":
    case "cut-body":
      arrival.broken = true;
      where.wireOf(request)?.resetAndDestroy();
      return;
    case "cut-head":
      arrival.broken = true;
      socket.end("HTTP/1.1 101 Switching Proto");
      return;
    case "status":
    case "redirect":
      refuse(request, socket, arrival, fault, where);
      return;
    case "slow":
      setTimeout(() => accept(request, socket, head, arrival), fault.ms);
      return;
    default:
      accept(request, socket, head, arrival);
  }
}

function accept(request: IncomingMessage, socket: Duplex, head: Buffer, arrival: Arrival): void {
  if (socket.destroyed) return;
  arrival.answered = { status: 101, location: undefined, length: 0, declared: true, endless: false };
  sockets.handleUpgrade(request, socket, head, (client) => {
    client.on("error", () => undefined);
    client.on("message", (data: Buffer) => client.send(echoOf(arrival.origin, data.toString())));
  });
}

function refuse(request: IncomingMessage, socket: Duplex, arrival: Arrival, fault: Fault, where: Where): void {
  const answered = answerOf(arrival.id, request.url ?? "/", fault, where);
  arrival.answered = { ...answered, declared: true };
  const fields = [
    `x-chaos-origin: ${arrival.origin}`,
    `x-chaos-id: ${arrival.id}`,
    `x-chaos-length: ${answered.length}`,
    `content-length: ${answered.length}`,
    "connection: close",
    ...(answered.location === undefined ? [] : [`location: ${answered.location}`]),
  ];
  socket.write(`HTTP/1.1 ${answered.status} Refused\r\n${fields.join("\r\n")}\r\n\r\n`);
  socket.end(answerBytes(arrival.id, arrival.origin, answered.status, answered.length));
}
