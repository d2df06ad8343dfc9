/** Runs `check` on a configuration with these origins, and gives what it has to say of them. */

import type { Finding } from "../../../cli/findings.ts";
import type { Certificates } from "../../../dev/certificates.ts";
import { findingsIn, folderWith, type Ran, start } from "./command.ts";

export interface Checking {
  /** Whose authorities are trusted. */
  readonly trusted?: readonly Pick<Certificates, "ca">[];
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The whole configuration, in place of MessageWeave with these origins. */
  readonly toml?: string;
  /** Ctrl-C after this comes to pass. */
  readonly interruptAfter?: Promise<unknown>;
}

export async function checkOrigins(
  urls: readonly string[],
  { trusted = [], words = [], env = {}, toml, interruptAfter }: Checking,
): Promise<Ran> {
  const folder = folderWith({
    "wrangler.toml":
      toml ?? `main = "src/index.ts"\n[vars]\nBACKEND_ORIGINS_JSON = '${JSON.stringify(urls)}'\nLB_REQUEST_TIMEOUT_MS = "1500"\n`,
    "src/index.ts": "",
    "ca.pem": trusted.map(({ ca }) => ca).join("\n"),
  });
  const extra = trusted.length === 0 ? {} : { NODE_EXTRA_CA_CERTS: `${folder.path}/ca.pem` };
  try {
    const running = start(["check", "--no-bundle", ...words], { cwd: folder.path, env: { ...extra, ...env } });
    await interruptAfter?.then(() => running.child.kill("SIGINT"));
    return await running.ended;
  } finally {
    folder.remove();
  }
}

/** What was found at this origin: an offline rule names a file instead. */
export const findingsAt = (ran: Ran, url: string): readonly Finding[] => findingsIn(ran).filter(({ where }) => where === url);

/** The same in short: `severity code`. */
export const codesAt = (ran: Ran, url: string): readonly string[] =>
  findingsAt(ran, url).map(({ severity, code }) => `${severity} ${code}`);
