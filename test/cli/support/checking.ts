/** `check` on a configuration written for one test: what it finds without a network and without a bundle. */
import type { Finding } from "../../../cli/findings.ts";
import { findingsIn, folderWith, run } from "./command.ts";

/** Two origins that nobody mistakes for an example. */
export const ORIGINS = `BACKEND_ORIGINS_JSON = '["https://one.mail.dev", "https://two.mail.dev"]'`;
export const SERVERS = `SERVERS_JSON = '["https://one.mail.dev", "https://two.mail.dev"]'`;

/** As many, as the text of the list. */
export const listOf = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, i) => `https://h${i}.mail.dev`));

/** A configuration without a fault above its `[vars]`, with these lines in it. */
export const tomlWith = (vars: string, top = ""): string =>
  `name = "lb"\nmain = "worker.js"\ncompatibility_date = "2025-01-01"\n${top}\n[vars]\n${vars}\n`;

export interface Checking {
  /** More files beside it, or in its place. */
  readonly files?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
}

/** All findings for a `wrangler.toml`. */
export async function findingsFor(toml: string, { files = {}, words = [] }: Checking = {}): Promise<readonly Finding[]> {
  const folder = folderWith({ "wrangler.toml": toml, "worker.js": "export default {};\n", ...files });
  try {
    const ran = await run(["check", "--offline", "--no-bundle", "--json", ...words], { cwd: folder.path });
    return findingsIn(ran);
  } finally {
    folder.remove();
  }
}

/** Those of one code, less the code. */
export const only = (findings: readonly Finding[], code: string): readonly Omit<Finding, "code">[] =>
  findings.filter((one) => one.code === code).map(({ code: _, ...rest }) => rest);
