/** The outside world of a command, in memory: no process, no terminal, no colours. */
import pc from "picocolors";
import type { Failed, Network } from "../../cli/check/online/network.ts";
import type { Io, Screen } from "../../cli/io.ts";

const UNREACHABLE: Failed = { kind: "failed", code: "ENETUNREACH", connected: false };

/** Nobody is reached. */
const NO_NETWORK: Network = { lookup: async () => UNREACHABLE, handshake: async () => UNREACHABLE, get: async () => UNREACHABLE };

export interface CommandIo {
  readonly io: Io;
  /** All that was written so far. */
  readonly out: () => string;
  readonly err: () => string;
}

export function commandIo(over: Partial<Io> = {}): CommandIo {
  const written = { out: "", err: "" };
  const screen = (name: keyof typeof written): Screen => ({
    write: (text) => {
      written[name] += text;
    },
    columns: 80,
    colors: pc.createColors(false),
  });
  const io: Io = {
    cwd: "/",
    env: {},
    now: () => 0,
    elapsed: () => 0,
    sleep: async () => {},
    network: NO_NETWORK,
    ask: async () => ({ kind: "failed", reason: "unreachable" }),
    interruption: () => new AbortController().signal,
    out: screen("out"),
    err: screen("err"),
    ...over,
  };
  return { io, out: () => written.out, err: () => written.err };
}
