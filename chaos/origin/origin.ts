/** A server behind the gateway: real TLS, fails as it is told, and keeps a record of all that reaches it. */

import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Certificates } from "../../dev/certificates.ts";
import type { Fault } from "../plan/faults.ts";
import type { Arrival, OriginRecord, Stretch } from "../record.ts";
import { startListener } from "./listener.ts";
import { respond } from "./respond.ts";
import { takeUpgrade } from "./upgrade.ts";

export interface ChaosOrigin {
  /** `https://localhost:<port>`. */
  readonly url: string;
  /** Behaves like this from now on; requests under way keep to what they met. */
  readonly set: (fault: Fault) => void;
  /** What has happened since the last time it was taken. */
  readonly take: () => OriginRecord;
  readonly close: () => void;
}

export interface OriginOptions {
  readonly certificates: Certificates;
  readonly now: () => number;
  /** Where it sends those whom it redirects. */
  readonly elsewhere: (to: "next" | "self" | "stranger") => string;
}

/** A reset takes with it what was written so shortly before, in milliseconds. */
const ON_ITS_WAY_MS = 100;

const WELL: Fault = { kind: "none" };
const SHUT: Fault = { kind: "refused" };

export async function startOrigin({ certificates, now, elsewhere }: OriginOptions): Promise<ChaosOrigin> {
  const listener = await startListener(certificates);
  const url = `https://localhost:${listener.port}`;
  let fault: Fault = WELL;
  let since = now();
  let timeline: Stretch[] = [];
  let arrivals: Arrival[] = [];
  let resets: { at: number; connections: number }[] = [];
  let wanted: Fault = WELL;
  const carried = new WeakMap<Duplex, number>();

  const become = (next: Fault): void => {
    timeline.push({ from: since, to: now(), fault });
    fault = next;
    since = now();
  };
  const set = (next: Fault): void => {
    wanted = next;
    if (next.kind === "refused") {
      become(SHUT);
      for (const arrival of arrivals) {
        if ((arrival.closedAt ?? since) > since - ON_ITS_WAY_MS) arrival.broken = true;
        arrival.closedAt ??= since;
      }
      resets.push({ at: since, connections: listener.shut() });
      return;
    }
    // Until it listens again it refuses; by then it may have been told something else.
    void listener.open().then(
      () => wanted === next && become(next),
      () => undefined,
    );
  };
  const arrived = (request: IncomingMessage): Arrival => {
    const served = carried.get(request.socket) ?? 0;
    carried.set(request.socket, served + 1);
    const arrival = newArrival(request, url, now(), served > 0, fault);
    arrivals.push(arrival);
    return arrival;
  };
  const where = { url, elsewhere, wireOf: (request: IncomingMessage) => listener.wireOf(request.socket.remotePort) };

  listener.https.on("request", (request, response) => {
    const arrival = arrived(request);
    const hash = createHash("sha256");
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => {
      arrival.received += chunk.length;
      hash.update(chunk);
    });
    request.on("end", () => {
      arrival.bodySha = hash.digest("hex");
    });
    response.on("error", () => undefined);
    response.on("close", () => {
      arrival.closedAt ??= now();
    });
    respond(request, response, arrival, fault, where);
  });
  listener.https.on("upgrade", (request, socket, head) => {
    const arrival = arrived(request);
    const over = (): void => {
      arrival.closedAt ??= now();
    };
    // A socket whose connection was reset below it may tell of its error and never of its end.
    socket.on("error", over).on("close", over);
    where.wireOf(request)?.once("close", over);
    takeUpgrade(request, socket, head, arrival, fault, where);
  });

  return {
    url,
    set,
    take: () => {
      become(fault);
      const record = { url, timeline, arrivals, unfinished: arrivals.filter(({ closedAt }) => closedAt === undefined), resets };
      timeline = [];
      arrivals = [];
      resets = [];
      return record;
    },
    close: listener.close,
  };
}

function newArrival(request: IncomingMessage, origin: string, at: number, kept: boolean, fault: Fault): Arrival {
  const { pathname, searchParams } = new URL(request.url ?? "/", origin);
  const headerId = request.headers["x-chaos-id"];
  return {
    id: searchParams.get("id") ?? "",
    headerId: typeof headerId === "string" ? headerId : undefined,
    origin,
    method: request.method ?? "",
    path: pathname,
    at,
    kept,
    fault: fault.kind,
    received: 0,
    bodySha: undefined,
    answered: undefined,
    broken: false,
    closedAt: undefined,
  };
}
