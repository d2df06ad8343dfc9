/** A balancer before scripted origins. */
import { createBalancer } from "../../src/engine/balancer.ts";
import type { Settings } from "../../src/engine/settings.ts";
import { type FakeDeps, fakeDeps, type Script } from "./fake-deps.ts";
import { ignoreDeferred, someSettings } from "./settings.ts";

export interface Bench {
  readonly deps: FakeDeps;
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly sendRequest: (request: Request) => Promise<Response>;
  /** Class of each failed attempt, as logged. */
  readonly failures: () => readonly string[];
}

export function balance(script: Script, over: Partial<Settings> = {}, random?: () => number): Bench {
  const deps = fakeDeps(script, random);
  const balancer = createBalancer(someSettings(over), deps);
  const sendRequest = (request: Request): Promise<Response> => balancer(request, ignoreDeferred);
  return {
    deps,
    sendRequest,
    send: (path, init) => sendRequest(new Request(`https://lb.example${path}`, init)),
    failures: () =>
      deps
        .lines()
        .map(([, line]) => line as { readonly event: string; readonly failure: string })
        .filter(({ event }) => event === "attempt-failed")
        .map(({ failure }) => failure),
  };
}

/** Status and text, the two things that most tests look at. */
export async function seen(response: Response): Promise<readonly [number, string]> {
  return [response.status, await response.text()];
}
