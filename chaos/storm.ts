/** One storm: the faults and the clients of a plan, played before a gateway; then quiet; then the record of it. */
import { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Certificates } from "../dev/certificates.ts";
import { sendRequest } from "./client/request.ts";
import { openSocket } from "./client/socket.ts";
import type { Ask } from "./plan/asks.ts";
import type { Change } from "./plan/faults.ts";
import type { Asked, StormRecord, Usage } from "./record.ts";
import type { Stage } from "./stage.ts";
import type { Stalls } from "./stalls.ts";

export interface Plan {
  readonly faults: readonly Change[];
  readonly asks: readonly Ask[];
  readonly durationMs: number;
}

export interface StormOptions {
  readonly plan: Plan;
  readonly stage: Stage;
  readonly certificates: Certificates;
  readonly canary: string;
  readonly before: Usage | undefined;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly stalls: Stalls;
  readonly onAsked: (asked: Asked) => void;
  readonly onFault: () => void;
}

/** The longest that the runtime keeps an idle connection to an origin, and some. In milliseconds. */
const QUIET_MS = 7_000;

/** Requests under way at a time. */
const MOST_AT_ONCE = 60;

/** So late the plan may be, in milliseconds. */
const LATE_MS = 50;

/** A terminal's Ctrl-C reaches the runtime as well, perhaps before it is heard of here: what ended so shortly before says nothing. */
const INTERRUPTED_MS = 1_000;

/** Plays the plan. Resolves when the last client is done, with how to get the record: after the quiet time, or at once when the run was ended. */
export async function playStorm(options: StormOptions): Promise<() => Promise<StormRecord>> {
  const { plan, stage, certificates, canary, now, signal, stalls } = options;
  const agent = new Agent({ keepAlive: true });
  const door = { port: stage.worker.securePort, certificates, canary, now, signal };
  const begun = now();
  let start = begun;
  const asked: Asked[] = [];
  const underWay = new Set<Promise<void>>();
  stalls.watch(stage.worker.pid);
  stalls.take();

  const ask = (one: Ask): void => {
    const id = `r${one.number}`;
    const sent = (one.kind === "socket" ? openSocket(one, id, door) : sendRequest(one, id, door, agent)).then((result) => {
      asked.push(result);
      options.onAsked(result);
      underWay.delete(sent);
    });
    underWay.add(sent);
  };
  const turn = ({ origin, fault }: Change): void => {
    stage.origins[origin]?.set(fault);
    if (fault.kind !== "none") options.onFault();
  };
  const steps = [
    ...plan.faults.map((change) => ({ at: change.at, run: () => turn(change) })),
    ...plan.asks.map((one) => ({ at: one.at, run: () => ask(one) })),
  ].toSorted((one, other) => one.at - other.at);
  for (const { at, run } of steps) {
    await sleep(Math.max(0, start + at - now()), undefined, { signal }).catch(() => undefined);
    while (underWay.size >= MOST_AT_ONCE) await Promise.race(underWay);
    // Where the machine does not keep up, the plan waits for it: what is late is not made up for in a flood.
    start = Math.max(start, now() - at - LATE_MS);
    if (signal.aborted || now() - begun > plan.durationMs) break;
    run();
  }
  for (const origin of stage.origins) origin.set({ kind: "none" });
  await Promise.all(underWay);
  agent.destroy();
  const seenStalls = stalls.take();
  const endedAt = now();

  return async () => {
    const after = signal.aborted ? undefined : await quiet(options, endedAt);
    return {
      variant: stage.variant.name,
      rules: stage.variant.rules,
      canary,
      origins: stage.origins.map(({ take }) => take()),
      strangerConnections: stage.strangerConnections(),
      asked: signal.aborted
        ? asked.map((one) => (one.endedAt > endedAt - INTERRUPTED_MS ? { ...one, end: "interrupted" as const } : one))
        : asked,
      lines: stage.takeLines(),
      stalls: seenStalls,
      before: options.before,
      after,
      crashed: !signal.aborted && stage.crashed(),
    };
  };
}

async function quiet({ stage, now, signal }: StormOptions, endedAt: number): Promise<Usage | undefined> {
  await sleep(Math.max(0, endedAt + QUIET_MS - now()), undefined, { signal }).catch(() => undefined);
  return signal.aborted ? undefined : stage.usage();
}
