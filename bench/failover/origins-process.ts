/** The origins' own process, so that their TLS does not disturb the clock of the requests. Told what to do by its parent. */

import type { Certificates } from "../../dev/certificates.ts";
import { type FaultyOrigin, type Seen, startFaultyOrigin } from "./faulty-origin.ts";
import type { Mode } from "./kinds.ts";

/** One command; `id` comes back with the reply. */
export type Command = { readonly id: number } & (
  | { readonly do: "start"; readonly certificates: Certificates }
  | { readonly do: "become"; readonly url: string; readonly mode: Mode }
  | { readonly do: "seen"; readonly url: string }
  | { readonly do: "close"; readonly url: string }
);

export interface Reply {
  readonly id: number;
  readonly url?: string;
  readonly seen?: Seen;
  readonly error?: string;
}

const origins = new Map<string, FaultyOrigin>();

function known(url: string): FaultyOrigin {
  const origin = origins.get(url);
  if (origin === undefined) throw new Error(`no origin at ${url}`);
  return origin;
}

async function obey(command: Command): Promise<Omit<Reply, "id">> {
  if (command.do === "start") {
    const origin = await startFaultyOrigin(command.certificates);
    origins.set(origin.url, origin);
    return { url: origin.url };
  }
  const origin = known(command.url);
  if (command.do === "become") return { seen: await origin.become(command.mode) };
  if (command.do === "seen") return { seen: origin.seen() };
  origins.delete(command.url);
  await origin.close();
  return {};
}

process.on("message", (command: Command) => {
  obey(command).then(
    (reply) => process.send?.({ id: command.id, ...reply }),
    (error: Error) => process.send?.({ id: command.id, error: error.message }),
  );
});
process.on("disconnect", () => process.exit());
