/** One request of a client, on a connection of its own: a kept one that the candidate closes would be counted against it. */
import { request } from "node:http";
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

/** After that a client gives up, in milliseconds. */
export const PATIENCE_MS = 5_000;

const DELIVERY = JSON.stringify({ id: "0123456789", text: "a delivery that should not be lost" });

/** Sends it now. Never rejects. */
export function ask(port: number, method: Method, dueAt: number): Promise<Sample> {
  const lateMs = CLOCK.now() - dueAt;
  return new Promise((done) => {
    const headers: Record<string, string | number> = { host: "lb.example", "x-forwarded-proto": "https" };
    if (method === "POST") Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(DELIVERY) });
    const asked = request({ host: "127.0.0.1", port, method, path: PATHS[method], headers, agent: false });
    const end = (status: number): void => {
      clearTimeout(timer);
      done({ dueAt, lateMs, ms: CLOCK.now() - dueAt, status });
      asked.destroy();
    };
    const timer = setTimeout(() => end(0), PATIENCE_MS);
    asked.on("error", () => end(0));
    asked.on("response", (response) => {
      response.on("error", () => end(0));
      response.on("end", () => end(response.complete ? (response.statusCode ?? 0) : 0));
      response.resume();
    });
    asked.end(method === "POST" ? DELIVERY : undefined);
  });
}
