// The environment → what to do, or one line that says what is wrong with it.
import { readFile } from "node:fs/promises";
import { UsageError } from "../cli/exit.ts";
import { parseOrigins } from "../src/engine/origins.ts";
import type { Demonstration, Standing } from "./demonstration.ts";

export { UsageError };

export interface Options {
  readonly securePort: number;
  readonly plainPort: number;
  /** The real servers to stand before; `undefined`: start demonstration servers. */
  readonly standing: readonly Standing[] | undefined;
  /** The bindings that come from outside: the deployment's variables, and its list of servers if there is one. */
  readonly bindings: Readonly<Record<string, string>>;
  /** Certificates of further authorities, PEM, one each. */
  readonly trusted: readonly string[];
}

type Read = Pick<Demonstration, "list" | "isHandedOn" | "noun">;

/** Reads the environment. Rejects with a UsageError; never repeats a list of servers, for what is wrong in it may be a password. */
export async function readOptions({ list, isHandedOn, noun }: Read, env: NodeJS.ProcessEnv): Promise<Options> {
  const securePort = port(env, "PORT", 8787);
  const plainPort = port(env, "PLAIN_PORT", securePort === 65535 ? 65534 : securePort + 1);
  if (securePort === plainPort) throw new UsageError(`PORT and PLAIN_PORT are both ${securePort}: choose two different ports`);
  const text = env[list.variable];
  const bindings: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (isHandedOn(name) && value !== undefined) bindings[name] = value;
  }
  if (text === undefined) return { securePort, plainPort, standing: undefined, bindings, trusted: [] };
  const standing = standingOf(text, list, noun);
  return { securePort, plainPort, standing, bindings: { ...bindings, [list.variable]: text }, trusted: await extraAuthorities(env) };
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65535) throw new UsageError(`${name} is no port: it must be a number from 1 to 65535`);
  return value;
}

function standingOf(text: string, { variable, readEntry, must, nameOf }: Read["list"], noun: string): Standing[] {
  const parsed = parseOrigins(text, readEntry);
  if (parsed.kind === "malformed") throw new UsageError(`${variable} is malformed: ${must}`);
  if (parsed.kind === "none") throw new UsageError(`${variable} names no ${noun}: ${must} (leave it unset for the demonstration ${noun}s)`);
  return parsed.origins.map((origin) => ({ url: origin.url, name: nameOf(origin) }));
}

async function extraAuthorities(env: NodeJS.ProcessEnv): Promise<string[]> {
  const path = env["NODE_EXTRA_CA_CERTS"];
  if (path === undefined || path === "") return [];
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`NODE_EXTRA_CA_CERTS cannot be read (${error.code ?? "unknown reason"}): it must be the path of a PEM file`);
  });
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new UsageError("NODE_EXTRA_CA_CERTS holds no certificate: it must be the path of a PEM file");
  return found.map((pem) => `${pem}\n`);
}
