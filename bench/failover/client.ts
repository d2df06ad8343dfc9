/** The clients of one candidate, and one request of theirs. */
import { Agent, request } from "node:http";
import { type Method, PATHS } from "./kinds.ts";
import { CLOCK } from "./pacing.ts";

/** What became of a request. */
export interface Sample {
  /** When it was due, in milliseconds since the epoch. */
  readonly dueAt: number;
  /** How much later it was sent, in milliseconds: the fault of this program, and part of the latency. */
  readonly lateMs: number;
  /** From the moment it was due to the end of the answer, or to giving up, in milliseconds. */
  readonly ms: number;
  /** 0 where no whole answer came. */
  readonly status: number;
}

const DELIVERY = JSON.stringify({ id: "0123456789", text: "a delivery that should not be lost" });

/** Idle connections are dropped long before a candidate would: one that it closes just then would be counted against it. */
const IDLE_MS = 2_000;

export interface Client {
  /** Sends a request now. Never rejects. */
  readonly ask: (method: Method, dueAt: number) => Promise<Sample>;
  /** Drops the connections. */
  readonly close: () => void;
}

interface Way {
  readonly agent: Agent;
  readonly port: number;
  readonly patienceMs: number;
}

/** Clients that give up after so many milliseconds. */
export function createClient(port: number, patienceMs: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: IDLE_MS });
  return { ask: (method, dueAt) => ask({ agent, port, patienceMs }, method, dueAt), close: () => agent.destroy() };
}

function ask({ agent, port, patienceMs }: Way, method: Method, dueAt: number): Promise<Sample> {
  const lateMs = CLOCK.now() - dueAt;
  return new Promise((done) => {
    const headers: Record<string, string | number> = { host: "lb.example", "x-forwarded-proto": "https" };
    if (method === "POST") Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(DELIVERY) });
    const asked = request({ host: "127.0.0.1", port, method, path: PATHS[method], headers, agent });
    const end = (status: number): void => {
      clearTimeout(timer);
      done({ dueAt, lateMs, ms: CLOCK.now() - dueAt, status });
      if (status === 0) asked.destroy();
    };
    const timer = setTimeout(() => end(0), patienceMs);
    asked.on("error", () => end(0));
    asked.on("response", (response) => {
      response.on("error", () => end(0));
      response.on("end", () => end(response.complete ? (response.statusCode ?? 0) : 0));
      response.resume();
    });
    asked.end(method === "POST" ? DELIVERY : undefined);
  });
}
