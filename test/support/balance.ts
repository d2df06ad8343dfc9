/** A balancer before scripted origins. */
import { createBalancer } from "../../src/engine/balancer.ts";
import { backoff } from "../../src/engine/health/schedule.ts";
import type { Settings } from "../../src/engine/settings.ts";
import { type FakeDeps, fakeDeps, type Script } from "./fake-deps.ts";
import { someRoutes, someSettings, withScheduler } from "./settings.ts";

export interface Bench {
  readonly deps: FakeDeps;
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly sendRequest: (request: Request) => Promise<Response>;
  /** Class of each failed attempt, as logged. */
  readonly failures: () => readonly string[];
  /** The names of all lines that were logged, in order. */
  readonly events: () => readonly string[];
  /** What was kept alive after its request, in order. */
  readonly deferred: readonly Promise<unknown>[];
}

export function balance(script: Script, over: Partial<Settings> = {}, random?: () => number): Bench {
  return balanceWith(someSettings(over), script, random);
}

/** The waits of a suspect in tests: 100, 200, 400, 500 ms; a relapse within a second. */
export const BACKOFF = { firstMs: 100, maxMs: 500, relapseMs: 1_000 };

/** The same with health routing, where a wait of 150 ms is slow. Probes time out after 400 ms, attempts after 700. */
export function route(script: Script, over: Partial<Settings> = {}, random?: () => number): Bench {
  return balanceWith(withScheduler(backoff(BACKOFF), { matchRoute: someRoutes({ slowMs: 150 }), ...over }), script, random);
}

export function balanceWith(settings: Settings, script: Script, random?: () => number): Bench {
  const deps = fakeDeps(script, random);
  const deferred: Promise<unknown>[] = [];
  const balancer = createBalancer(settings, deps);
  const sendRequest = async (request: Request): Promise<Response> =>
    balancer(request, (work) => {
      deferred.push(work);
    });
  const lines = () => deps.lines().map(([, line]) => line as { readonly event: string; readonly failure: string });
  return {
    deps,
    deferred,
    sendRequest,
    send: (path, init) => sendRequest(new Request(`https://lb.example${path}`, init)),
    events: () => lines().map(({ event }) => event),
    failures: () =>
      lines()
        .filter(({ event }) => event === "attempt-failed")
        .map(({ failure }) => failure),
  };
}

/** Status and text, the two things that most tests look at. */
export async function seen(response: Response): Promise<readonly [number, string]> {
  return [response.status, await response.text()];
}
