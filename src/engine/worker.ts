/** From an environment to the balancer that serves it: the one thing that outlives a request in module scope. */
import { type Balancer, createBalancer } from "./balancer.ts";
import { type Deps, platform } from "./deps.ts";
import type { Settings } from "./settings.ts";

/** Bindings by name. A variable may be text, or whatever the platform has parsed already. */
export type Env = Readonly<Record<string, unknown>>;

export interface Worker {
  readonly fetch: (request: Request, env: Env, context: Pick<ExecutionContext, "waitUntil">) => Response | Promise<Response>;
}

/** An isolate sees one environment all its life; the few more are for those who share one, as tests do. */
const MAX_REMEMBERED = 8;

/**
 * A deployment as a Worker. Its settings are read when a request comes, so that a bad configuration is an answer and
 * no crash at start, and once per distinct value of `variables`.
 */
export function createWorker(variables: readonly string[], readSettings: (env: Env) => Settings, deps: Deps = platform): Worker {
  const remembered = new Map<string, Balancer>();
  let latest: { readonly values: readonly unknown[]; readonly balancer: Balancer } | undefined;

  // An object may have been changed in place: only its text tells.
  const balancerFor = (env: Env): Balancer => {
    if (latest !== undefined) {
      const { values, balancer } = latest;
      if (variables.every((name, i) => env[name] === values[i] && typeof values[i] !== "object")) return balancer;
    }
    const values = variables.map((name) => env[name]);
    const key = JSON.stringify(values.map((value) => [typeof value, value]));
    let balancer = remembered.get(key);
    if (balancer === undefined) {
      if (remembered.size === MAX_REMEMBERED) remembered.clear();
      balancer = createBalancer(readSettings(env), deps);
      remembered.set(key, balancer);
    }
    latest = { values, balancer };
    return balancer;
  };

  return { fetch: (request, env, context) => balancerFor(env)(request, (work) => context.waitUntil(work)) };
}
