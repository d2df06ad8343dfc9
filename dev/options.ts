// The demonstration's environment → what to do, or one line that says what is wrong with it.
import { readFile } from "node:fs/promises";
import { parseOrigins } from "../src/engine/origins.ts";
import { readOrigin } from "../src/messageweave/settings.ts";

/** Something that the person at the keyboard can put right: shown as one line, without a stack. */
export class UsageError extends Error {}

export interface Options {
  readonly securePort: number;
  readonly plainPort: number;
  /** The real origins to stand before; `undefined`: start demonstration backends. */
  readonly origins: readonly string[] | undefined;
  /** The bindings that come from outside: every LB_* variable, and the list of origins if there is one. */
  readonly bindings: Readonly<Record<string, string>>;
  /** Certificates of further authorities, PEM, one each. */
  readonly trusted: readonly string[];
}

export const HELP = `npm start: the gateway in the real runtime, in front of three demonstration backends.

  https://localhost:8787   the gateway        (certificate made for this run: curl -k)
  http://localhost:8788    its plain side     (answers 308)

Environment
  PORT                   the TLS port, 8787 if unset
  PLAIN_PORT             the plain port, PORT + 1 if unset
  BACKEND_ORIGINS_JSON   stand before these https origins instead, e.g. '["https://a.example.com","https://b.example.com"]'
  NODE_EXTRA_CA_CERTS    a PEM file: authorities to trust besides the public ones, for origins with private certificates
  LB_...                 every variable of that prefix is handed to the gateway, e.g. LB_MAX_ATTEMPTS=3
  NO_COLOR               no colours

npm run demo plays a story of 20 seconds by itself.`;

/** Reads the environment. Rejects with a UsageError; never repeats a list of origins, for what is wrong in it may be a password. */
export async function readOptions(env: NodeJS.ProcessEnv): Promise<Options> {
  const securePort = port(env, "PORT", 8787);
  const plainPort = port(env, "PLAIN_PORT", securePort === 65535 ? 65534 : securePort + 1);
  if (securePort === plainPort) throw new UsageError(`PORT and PLAIN_PORT are both ${securePort}: choose two different ports`);
  const list = env["BACKEND_ORIGINS_JSON"];
  const bindings: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith("LB_") && value !== undefined) bindings[name] = value;
  }
  if (list === undefined) return { securePort, plainPort, origins: undefined, bindings, trusted: [] };
  const origins = originsOf(list);
  return { securePort, plainPort, origins, bindings: { ...bindings, BACKEND_ORIGINS_JSON: list }, trusted: await extraAuthorities(env) };
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65535) throw new UsageError(`${name} is no port: it must be a number from 1 to 65535`);
  return value;
}

function originsOf(list: string): string[] {
  const parsed = parseOrigins(list, readOrigin);
  const must = `it must be a JSON array of https origins, each a plain string like "https://a.example.com" or "https://b.example.com:8443", without path, query or credentials`;
  if (parsed.kind === "malformed") throw new UsageError(`BACKEND_ORIGINS_JSON is malformed: ${must}`);
  if (parsed.kind === "none")
    throw new UsageError(`BACKEND_ORIGINS_JSON names no origin: ${must} (leave it unset for the demonstration backends)`);
  return parsed.origins.map(({ url }) => url);
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
