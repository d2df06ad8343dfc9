/** What a request means, by the standards and by the contract alone: nothing here is taken from the Worker's own code. */
import { ROUTES } from "../../../src/messageweave/routes.ts";
import { Fields } from "../../e2e/support/fields.ts";
import type { FramingOf, Message } from "./strict-http.ts";
import { requestFraming } from "./strict-http.ts";

/** As the origin must get it. */
export interface Forwarded {
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * A client's request, read as the runtime says it does where RFC 9112 calls it wrong: `Transfer-Encoding` overrides a
 * `Content-Length` (§6.3), and a field that is empty is none (docs/runtime.md).
 */
export const clientFraming: FramingOf = (first, fields) => {
  const filled = new Fields(fields.list.filter(([name, value]) => !/^(?:content-length|transfer-encoding)$/i.test(name) || value !== ""));
  const isChunked = filled.all("transfer-encoding").join().toLowerCase() === "chunked";
  const less = isChunked ? new Fields(filled.list.filter(([name]) => name.toLowerCase() !== "content-length")) : filled;
  return requestFraming(first, less);
};

/**
 * The URL of an origin-form target; bytes outside ASCII are UTF-8. Before the URL standard has its say, with its backslashes and
 * fragments, the runtime resolves the dots that are plain to see.
 */
export function urlOf(target: string): URL | undefined {
  const text = Buffer.from(target, "latin1").toString();
  const [path = ""] = text.split("?");
  return parseUrl(`https://lb.example${path.startsWith("/") ? withoutDots(path, /^\.$/, /^\.\.$/) : path}${text.slice(path.length)}`);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * The path of a URL as the runtime spells it. The URL of Node 20 is older, and does not escape `^`; and it leaves dots alone behind
 * a name that begins with one (`/a/.b/../c`).
 */
export function pathOf({ pathname }: URL): string {
  return withoutDots(pathname.replaceAll("^", "%5E"), /^(?:\.|%2e)$/i, /^(?:\.|%2e){2}$/i);
}

function withoutDots(path: string, here: RegExp, up: RegExp): string {
  const segments: string[] = [];
  const [, ...written] = path.split("/");
  for (const [i, segment] of written.entries()) {
    if (up.test(segment)) segments.pop();
    if (!here.test(segment) && !up.test(segment)) segments.push(segment);
    else if (i === written.length - 1) segments.push("");
  }
  return `/${segments.join("/")}`;
}

/** Path and query of a URL, its lone `?` kept. */
export function pathAndQuery(url: URL): string {
  return pathOf(url) + (url.href.split("#")[0] ?? "").slice(url.origin.length + url.pathname.length);
}

/** Whether the contract forwards it. */
export function isListed(method: string, path: string): boolean {
  return ROUTES.some(([listed, methods]) => listed === path && methods.includes(method));
}

/** The methods that are listed for a path; empty: none, the path is unknown. */
export function methodsOf(path: string): readonly string[] {
  return path === "/healthz-worker" ? ["GET"] : (ROUTES.find(([listed]) => listed === path)?.[1] ?? []);
}

/** The methods that the runtime knows. */
const KNOWN = new Set([
  ...[
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "PURGE",
    "OPTIONS",
    "TRACE",
    "COPY",
    "LOCK",
    "MKCOL",
    "MOVE",
    "PROPFIND",
    "PROPPATCH",
  ],
  ...[
    "SEARCH",
    "UNLOCK",
    "ACL",
    "REPORT",
    "MKACTIVITY",
    "CHECKOUT",
    "MERGE",
    "MSEARCH",
    "NOTIFY",
    "SUBSCRIBE",
    "UNSUBSCRIBE",
    "QUERY",
    "BAN",
  ],
]);

/** Whether nothing entitles the runtime to refuse it before the Worker sees it. */
export function mustBeServed({ first, fields, notes }: Message): boolean {
  const [method = "", target = ""] = first.split(" ");
  const size = first.length + fields.list.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return KNOWN.has(method) && /^\/(?:$|[!-~])/.test(target) && fields.get("host") === "lb.example" && size < 100_000 && notes.length === 0;
}
