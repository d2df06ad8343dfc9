/** One request answered, or not, as the fault of the hour has it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { answerBytes, shapeOf } from "../payload.ts";
import type { Fault } from "../plan/faults.ts";
import type { Answered, Arrival } from "../record.ts";

export interface Where {
  readonly url: string;
  readonly elsewhere: (to: "next" | "self" | "stranger") => string;
  /** The connection under the TLS of this request. */
  readonly wireOf: (request: IncomingMessage) => Socket | undefined;
}

/** Between two pieces of an answer, in milliseconds. */
const PAUSE_MS = 30;

/** One piece of an answer without end, in bytes. */
const ENDLESS_BYTES = 4_096;

/** Decided when the head is here; answered when the body is. */
export function respond(request: IncomingMessage, response: ServerResponse, arrival: Arrival, fault: Fault, where: Where): void {
  if (fault.kind === "reset" && fault.after === "head") breakOff(request, arrival, where);
  else request.on("end", () => void respondTo(request, response, arrival, fault, where));
}

async function respondTo(request: IncomingMessage, response: ServerResponse, arrival: Arrival, fault: Fault, where: Where): Promise<void> {
  switch (fault.kind) {
    case "hung":
      return;
    case "reset":
      return breakOff(request, arrival, where);
    case "cut-head":
      arrival.broken = true;
      request.socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX-Chaos-Ori");
      return;
    case "slow":
      await sleep(fault.ms);
      break;
    default:
  }
  if (response.destroyed) return;
  const answered = answerOf(arrival.id, request.url ?? "/", fault, where);
  arrival.answered = answered;
  if (fault.kind === "status" && fault.endless) await writeOn(response, answered.status);
  else await write(request, response, arrival, answered, fault.kind === "cut-body");
}

/** What goes out, as the fault has it. */
export function answerOf(id: string, target: string, fault: Fault, { elsewhere }: Pick<Where, "elsewhere">): Answered {
  const shape = shapeOf(id);
  const status = fault.kind === "status" || fault.kind === "redirect" ? fault.status : shape.status;
  const location = fault.kind === "redirect" ? elsewhere(fault.to) + target : undefined;
  const endless = fault.kind === "status" && fault.endless;
  return { status, location, length: status === shape.status ? shape.length : 200, declared: shape.declared, endless };
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  arrival: Arrival,
  answered: Answered,
  cut: boolean,
): Promise<void> {
  const { status, location, length, declared } = answered;
  response.writeHead(status, {
    "x-chaos-origin": arrival.origin,
    "x-chaos-id": arrival.id,
    "x-chaos-length": String(length),
    ...(declared && { "content-length": String(length) }),
    ...(location !== undefined && { location }),
  });
  const bytes = answerBytes(arrival.id, arrival.origin, status, length);
  if (cut) {
    arrival.broken = true;
    response.write(bytes.subarray(0, length >> 1), () => request.socket.destroySoon());
    return;
  }
  const size = Math.ceil(length / shapeOf(arrival.id).pieces);
  let at = 0;
  for (; at + size < length; at += size) {
    if (response.destroyed) return;
    response.write(bytes.subarray(at, at + size));
    await sleep(PAUSE_MS);
  }
  response.end(bytes.subarray(at));
}

async function writeOn(response: ServerResponse, status: number): Promise<void> {
  response.writeHead(status);
  while (!response.destroyed) {
    response.write(Buffer.alloc(ENDLESS_BYTES));
    await sleep(PAUSE_MS);
  }
}

function breakOff(request: IncomingMessage, arrival: Arrival, { wireOf }: Where): void {
  arrival.broken = true;
  wireOf(request)?.resetAndDestroy();
}
