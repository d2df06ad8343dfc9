/** Names and their addresses. Each is looked up once, and a name that takes long delays no other for longer than it is granted. */
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { failed, TIMEOUT } from "./failed.ts";
import type { Failed, Looked } from "./network.ts";

/** The system's resolver holds one of Node's four threads for each name until it gives it up. One is left for files. */
const AT_ONCE = 3;

/** How many times its own wait a name waits for its turn. */
const TURNS = 2;

/** All threads were taken by other names for all that time: of this one nothing is known. */
export const NOT_LOOKED_UP: Failed = { kind: "failed", code: "NOT_LOOKED_UP", connected: false };

export interface Resolver {
  /** All addresses of a name. The wait is counted from its turn. */
  readonly lookUp: (host: string, timeoutMs: number) => Promise<Looked>;
  /** For a connection: the addresses that were found before. */
  readonly found: LookupFunction;
}

/** Finds all addresses of a name, and cannot be told to stop. */
type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export function createResolver(resolve: Resolve): Resolver {
  const known = new Map<string, readonly LookupAddress[]>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const take = (): void => {
    if (busy === AT_ONCE) return;
    const next = waiting.shift();
    if (next === undefined) return;
    busy++;
    next();
  };

  const leave = (): void => {
    busy--;
    take();
  };

  const resolved = async (host: string): Promise<Looked> => {
    try {
      const addresses = await resolve(host);
      known.set(host, addresses);
      return { kind: "addresses", addresses: addresses.map(({ address }) => address) };
    } catch (error) {
      return failed(error, false);
    }
  };

  return {
    lookUp: (host, timeoutMs) =>
      new Promise((done) => {
        const start = (): void => {
          clearTimeout(timer);
          timer = setTimeout(done, timeoutMs, TIMEOUT);
          // What is found out after the timeout is let go; the thread is free only then.
          void resolved(host).then((looked) => {
            clearTimeout(timer);
            done(looked);
            leave();
          });
        };
        let timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(start), 1);
          done(NOT_LOOKED_UP);
        }, timeoutMs * TURNS);
        waiting.push(start);
        take();
      }),
    found: (host, { all }, done) => {
      const addresses = known.get(host) ?? [];
      const [first] = addresses;
      if (first === undefined) done(Object.assign(new Error("not looked up"), { code: "ENOTFOUND" }), "");
      else if (all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    },
  };
}
