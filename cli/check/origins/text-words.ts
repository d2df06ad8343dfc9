/** A text that is no origin in words: what stands there, as far as it may be shown, and what to write instead. */
import { describe } from "./describe.ts";
import { recognise } from "./recognise.ts";
import type { TextFault } from "./text-faults.ts";

/** What stands in a text that is no origin, as far as it may be shown. */
export function foundIn(text: string, faults: readonly TextFault[]): string {
  const reasons = faults.map(({ words }) => words).join("; ");
  return `${recognise(text)?.shown ?? describe(text)}: ${reasons}`;
}

/** What to write instead of such a text. */
export function adviceFor(text: string, faults: readonly TextFault[]): string {
  const has = (words: RegExp): boolean => faults.some((fault) => words.test(fault.words));
  const recognised = recognise(text);
  const proposal = recognised?.proposal;
  if (recognised !== undefined && proposal === undefined) {
    return 'give the backend a name in DNS and write "https://NAME": Cloudflare fetches no IP address (error 1003)';
  }
  if (has(/several/)) return "write each address as an entry of its own, in quotes, with a comma between two";
  if (faults.some(({ code }) => code === "origin-credentials")) {
    return `write "https://HOST" alone: the gateway sends no credentials of its own. If these were ever deployed or shared, change them`;
  }
  if (has(/nothing in it/)) return 'remove this entry, or write "https://HOST"';
  const what = proposal === undefined ? 'write "https://HOST" or "https://HOST:PORT", and nothing else' : `write "${proposal}"`;
  if (has(/http: and|scheme/)) return `${what}; the backend must answer on https, with its port if that is not 443`;
  return has(/path|query|fragment/) ? `${what}: the gateway adds path and query of each request itself` : what;
}
