/** Where a setting of wrangler stands in the file, as a finding shows it. */
import type { Configuration } from "../configuration/load.ts";
import { lineOf } from "../configuration/place.ts";

/** The environment's own setting, or the one at the top that it inherits; without a line where there is neither. */
export function settingPlace({ label, toml, environment }: Configuration, key: string): string {
  const own = environment === undefined ? undefined : lineOf(toml, ["env", environment], key);
  const line = own ?? lineOf(toml, [], key);
  return `${label}${line === undefined ? "" : `:${line}`} ${key}`;
}
