/** Why the engine does not accept one entry of the list, and what to write instead. */
import type { Deployment } from "../../deployments.ts";
import type { Finding } from "../../findings.ts";
import { describe } from "./describe.ts";
import { meantBy } from "./recognise.ts";
import { serverFindings } from "./server.ts";
import { faultsOf } from "./text-faults.ts";
import { adviceFor, foundIn } from "./text-words.ts";

type List = Deployment["list"];

/** Nothing where the engine accepts the entry, but perhaps warnings; else at least one error. */
export function entryFindings(entry: unknown, where: string, list: List): readonly Finding[] {
  const isServer = list.noun === "server" && isObject(entry);
  if (isServer) return serverFindings(entry, where, list.readEntry(entry) === undefined);
  if (list.readEntry(entry) !== undefined) return [];
  if (typeof entry === "string") return [textFinding(entry, where)];
  return [isObject(entry) ? objectFinding(entry, where) : notTextFinding(entry, where, list)];
}

const isObject = (entry: unknown): entry is object =>
  typeof entry === "object" && entry !== null && !Array.isArray(entry) && !(entry instanceof Date);

function textFinding(text: string, where: string): Finding {
  const faults = faultsOf(text);
  return { severity: "error", code: faults[0].code, where, found: foundIn(text, faults), advice: adviceFor(text, faults) };
}

function objectFinding(entry: object, where: string): Finding {
  const proposal = meantBy(entry);
  return {
    severity: "error",
    code: "origin-object",
    where,
    found: `${describe(entry)}, where a text is wanted`,
    advice: `write ${proposal === undefined ? '"https://HOST"' : `"${proposal}"`}, the address alone: there are no weights, names or settings for one origin`,
  };
}

function notTextFinding(entry: unknown, where: string, { noun }: List): Finding {
  const wanted = noun === "server" ? 'a server: "https://HOST" or {"url": "https://HOST"}' : 'an origin in quotes: "https://HOST"';
  const only = Array.isArray(entry) && entry.length === 0 ? "remove it, or write" : "write";
  const inner = Array.isArray(entry) && entry.length > 0 ? "write its entries without the inner brackets, each" : only;
  return { severity: "error", code: "origin-not-text", where, found: describe(entry), advice: `${inner} ${wanted}` };
}
