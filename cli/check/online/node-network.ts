/** The network as Node has it: the system's resolver, and TLS with Node's authorities and those of `NODE_EXTRA_CA_CERTS`. */
import { lookup } from "node:dns/promises";
import { failed, TIMEOUT } from "./failed.ts";
import { get } from "./get.ts";
import { handshake } from "./handshake.ts";
import type { Looked, Network } from "./network.ts";

export const nodeNetwork: Network = { lookup: lookUp, handshake, get };

/** The resolver cannot be told to stop: what it still finds out after the timeout is let go. */
async function lookUp(host: string, timeoutMs: number): Promise<Looked> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Looked>((done) => {
    timer = setTimeout(done, timeoutMs, TIMEOUT);
  });
  try {
    return await Promise.race([resolved(host), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function resolved(host: string): Promise<Looked> {
  try {
    return { kind: "addresses", addresses: (await lookup(host, { all: true })).map(({ address }) => address) };
  } catch (error) {
    return failed(error, false);
  }
}
