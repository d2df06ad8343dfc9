/** Commands of wrangler for the configuration that is looked at, ready to be copied. */
import type { Configuration } from "../../configuration/load.ts";

/** Sets a variable of the deployed Worker without writing it into a file. */
export const secretPut = (name: string, of: Pick<Configuration, "label" | "environment">): string =>
  `npx wrangler secret put ${name}${chosen(of)}`;

/** Bundles without deploying. */
export const dryRun = (of: Pick<Configuration, "label" | "environment">): string => `npx wrangler deploy --dry-run${chosen(of)}`;

function chosen({ label, environment }: Pick<Configuration, "label" | "environment">): string {
  return `${label === "wrangler.toml" ? "" : ` --config ${word(label)}`}${environment === undefined ? "" : ` --env ${word(environment)}`}`;
}

/** As one word of a shell. */
const word = (text: string): string => (/^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
