/** An origin that believes nothing: it reads what arrives strictly, records it, and answers with the bytes that a case scripts. */
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import type { Certificates } from "../../../dev/certificates.ts";
import { type Listener, listen } from "../../e2e/support/listener.ts";
import { type Message, ODD_NOTE, readStrictly, requestFraming } from "./strict-http.ts";

export interface Arrival extends Message {
  readonly method: string;
  readonly target: string;
  /** 1 for the first one ever; its ordinary answer carries it. */
  readonly number: number;
}

/** What is done with one request. */
export interface Script {
  /** Written in this order, each as a write of its own. */
  readonly pieces: readonly Buffer[];
  readonly ending: "keep" | "end" | "reset";
}

export interface Recorder extends Listener {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** What arrived that is no strict HTTP. */
  readonly faults: string[];
  /** Taken by the next requests to arrive, in order; after them, answers are ordinary. */
  readonly scripts: Script[];
  /** Ends every connection. */
  readonly hangUp: () => void;
}

/** Starts it on a free port of the loopback address. Probes come when they will: they are answered, and are no arrivals of a case. */
export async function startRecorder({ key, cert }: Certificates, isProbe: (arrival: Arrival) => boolean): Promise<Recorder> {
  const arrivals: Arrival[] = [];
  const faults: string[] = [];
  const scripts: Script[] = [];
  let count = 0;
  const sockets = new Set<Socket>();
  const wires = new Map<number | undefined, Socket>();
  const server = createServer({ key, cert });
  server.on("connection", (wire: Socket) => {
    wires.set(wire.remotePort, wire);
    wire.on("close", () => wires.delete(wire.remotePort));
  });
  server.on("tlsClientError", () => undefined);
  server.on("secureConnection", (socket) => {
    const wire = wires.get(socket.remotePort);
    let bytes: Buffer = Buffer.alloc(0);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("data", (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      const { messages, fault, rest } = readStrictly(bytes, requestFraming);
      bytes = rest;
      for (const message of messages) {
        const [method = "", target = ""] = message.first.split(" ");
        const arrival = { ...message, method, target, number: ++count };
        const isForCase = !isProbe(arrival);
        if (isForCase) arrivals.push(arrival);
        faults.push(...message.notes.filter((note) => note !== ODD_NOTE));
        const script = isForCase ? scripts.shift() : undefined;
        play(script ?? { pieces: [ordinaryAnswer(arrival)], ending: "keep" }, socket, wire);
      }
      if (fault === undefined) return;
      faults.push(fault);
      socket.destroy();
    });
  });
  const listener = await listen(server);
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return { ...listener, url: `https://localhost:${listener.port}`, arrivals, faults, scripts, hangUp };
}

function play({ pieces, ending }: Script, socket: Socket, wire: Socket | undefined): void {
  for (const piece of pieces) socket.write(piece);
  if (ending === "end") socket.end();
  // What was written goes first, or there would be nothing to cut.
  else if (ending === "reset") socket.write("", () => wire?.resetAndDestroy());
}

/** What an answer says of the request that it belongs to. */
export function echoOf({ method, target, body, number }: Arrival): string {
  return `${number} ${method} ${target} ${body.length}`;
}

function ordinaryAnswer(arrival: Arrival): Buffer {
  const body = Buffer.from(echoOf(arrival), "latin1");
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`),
    arrival.method === "HEAD" ? Buffer.alloc(0) : body,
  ]);
}
