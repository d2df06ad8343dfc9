/** The network as Node has it: the system's resolver, and TLS with Node's authorities and those of `NODE_EXTRA_CA_CERTS`. */
import { lookup } from "node:dns/promises";
import { get } from "./get.ts";
import { handshake } from "./handshake.ts";
import type { Network } from "./network.ts";
import { createResolver } from "./resolver.ts";

const resolver = createResolver((host) => lookup(host, { all: true }));

export const nodeNetwork: Network = {
  lookup: resolver.lookUp,
  handshake: (origin, protocol, timeoutMs) => handshake(origin, protocol, timeoutMs, resolver.found),
  get: (question) => get(question, resolver.found),
};
