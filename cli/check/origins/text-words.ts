/** A text that is no origin in words: what stands there, as far as it may be shown, and what to write instead. */
import { EXAMPLE_ORIGINS } from "../../origins.ts";
import { describe } from "./describe.ts";
import { recognise, salvage } from "./recognise.ts";
import { SEVERAL, type TextCode, type TextFault } from "./text-faults.ts";

/** What stands in a text that is no origin, as far as it may be shown. */
export function foundIn(text: string, faults: readonly TextFault[]): string {
  const reasons = faults.map(({ words }) => words).join("; ");
  return `${recognise(text)?.shown ?? describe(text)}: ${reasons}`;
}

/** What to write instead of such a text. */
export function adviceFor(text: string, faults: readonly TextFault[]): string {
  const has = (...codes: readonly TextCode[]): boolean => faults.some(({ code }) => codes.includes(code));
  if (has("origin-empty")) return 'remove this entry, or write "https://HOST"';
  if (has("origin-credentials")) {
    return 'write "https://HOST" alone: the gateway sends no credentials of its own. If these were ever deployed or shared, change them';
  }
  if (faults.includes(SEVERAL)) return `write each as an entry of its own:  ${quoted(salvage(text))}`;
  const recognised = recognise(text);
  if (recognised !== undefined && recognised.proposal === undefined) {
    return 'give the backend a name in DNS and write "https://NAME": Cloudflare fetches no IP address (error 1003)';
  }
  const what =
    recognised === undefined ? 'write "https://HOST" or "https://HOST:PORT", and nothing else' : `write "${recognised.proposal}"`;
  if (has("origin-not-https")) return `${what}; the backend must answer on https, with its port if that is not 443`;
  return has("origin-path", "origin-query", "origin-fragment") ? `${what}: the gateway adds path and query of each request itself` : what;
}

const quoted = (origins: readonly string[]): string =>
  (origins.length === 0 ? EXAMPLE_ORIGINS : origins).map((origin) => `"${origin}"`).join(", ");
