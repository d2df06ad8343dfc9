/** What of a text that is no origin may be shown, and what was probably meant by it. */
import { parseOriginUrl } from "../../../src/engine/origins.ts";
import { parseUrl } from "../../../src/engine/url.ts";
import { isIp } from "./host.ts";

export interface Recognised {
  /** The scheme, if it is a known one, and the host. */
  readonly shown: string;
  /** An origin that the engine accepts; `undefined` where that would be an IP address, which Cloudflare does not fetch. */
  readonly proposal: string | undefined;
}

const KNOWN_SCHEMES = new Set(["http", "https", "ws", "wss", "ftp", "tcp", "grpc", "h2", "h2c"]);

/** A host that no secret looks like: as written in lower case, and with a top-level domain. */
const BARE = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,24}(?::\d{1,5})?(?=[/?#]|$)/;

/**
 * The scheme and host of a text, and never more of it: what follows the host, what stands before an `@`, or what cannot be
 * read at all may be a secret. `undefined`: nothing may be shown.
 */
export function recognise(text: string): Recognised | undefined {
  if (text.includes("@")) return undefined;
  const cleaned = text.replace(/[\t\n\r]/g, "").trim();
  const scheme = (/^([a-z][a-z\d+.-]*):[/\\]/i.exec(cleaned) ?? /^(https?):/i.exec(cleaned))?.[1]?.toLowerCase();
  const bare = cleaned.replace(/^\/+/, "");
  if (scheme === undefined && !BARE.test(bare)) return undefined;
  const url = parseUrl(scheme === undefined ? `https://${bare}` : cleaned);
  if (url === undefined || !/^[a-z\d.-]+$/.test(url.hostname) || !url.hostname.includes(".")) return undefined;
  return {
    shown: scheme !== undefined && KNOWN_SCHEMES.has(scheme) ? `${scheme}://${url.host}` : url.host,
    proposal: isIp(url.hostname) ? undefined : proposalFor(url, scheme),
  };
}

/** A port is kept where it was one of https. */
function proposalFor(url: URL, scheme: string | undefined): string | undefined {
  const withPort = scheme === undefined || scheme === "https" ? `https://${url.host}` : `https://${url.hostname}`;
  return parseOriginUrl(withPort) ?? parseOriginUrl(`https://${url.hostname}`);
}

function accepted(text: string): string | undefined {
  const origin = parseOriginUrl(text);
  return origin === undefined || isIp(new URL(origin).hostname) ? undefined : origin;
}

/** The keys under which people write an address. */
const ADDRESS_KEYS = ["url", "origin", "address", "host", "hostname", "endpoint", "href", "uri", "backend", "server"];

/** What was meant by one entry: an origin to propose, or `undefined`. */
export function meantBy(entry: unknown): string | undefined {
  if (typeof entry === "string") return accepted(entry) ?? recognise(entry)?.proposal;
  if (typeof entry !== "object" || entry === null) return undefined;
  const fields = new Map(Object.entries(entry).map(([key, value]) => [key.toLowerCase(), value]));
  return ADDRESS_KEYS.map((key) => fields.get(key))
    .filter((value) => typeof value === "string")
    .map(meantBy)
    .find((proposal) => proposal !== undefined);
}

/**
 * The origins that can be told in anything, each once: in text that is no JSON, or in JSON that is no list of origins. A word
 * without a scheme is one only among its like: elsewhere it may be anything.
 */
export function salvage(value: unknown): readonly string[] {
  const words = wordsOf(value);
  const isList = typeof value === "string" && words.every((word) => meantBy(word) !== undefined);
  const told = isList ? words : words.filter((word) => /^https?:/i.test(word));
  return [...new Set(told.map(meantBy).filter((proposal) => proposal !== undefined))];
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(wordsOf);
  if (typeof value !== "string" || value.includes("@")) return [];
  return value.split(/[\s,;|'"`“”„‘’«»[\]{}()<>\\]+/u).filter((word) => word !== "");
}
