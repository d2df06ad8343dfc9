/** From the words METHOD and URL to the request that is meant. */
import { targetOf } from "../../src/engine/target.ts";
import { parseUrl } from "../../src/engine/url.ts";
import { UsageError } from "../exit.ts";

export interface Asked {
  /** As it was typed: methods are case-sensitive. */
  readonly method: string;
  /** As the runtime would give it to the gateway: no fragment and no userinfo, which no client sends. */
  readonly url: URL;
  /** Whether only a path was given, so that the host is made up. */
  readonly isPath: boolean;
  /** The path as it was typed. */
  readonly typedPath: string;
}

/** Stands for the gateway's own host where only a path is given. */
const GATEWAY = "https://gateway.example";

/** RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;

const EXAMPLE = "as in: messageweave-lb explain POST /webhook/tg";

/** Neither word is repeated in an error: a URL may hold a secret. */
export function askedFrom(method: string | undefined, text: string | undefined): Asked {
  if (method === undefined || text === undefined) throw new UsageError(`explain takes a METHOD and a URL, ${EXAMPLE}`);
  if (!TOKEN.test(method)) throw new UsageError(`METHOD is one word and comes before URL, ${EXAMPLE}`);
  const isPath = text.startsWith("/");
  const url = isPath || /^https?:\/\//i.test(text) ? parseUrl(isPath ? GATEWAY + text : text) : undefined;
  if (url === undefined) throw new UsageError("URL is a path that begins with /, or begins with https:// or http:// and a host");
  url.hash = "";
  url.username = "";
  url.password = "";
  return { method, url, isPath, typedPath: typedPathOf(text) };
}

const typedPathOf = (text: string): string => /^(?:https?:\/\/[^/?#\\]*)?([^?#]*)/is.exec(text)?.[1] ?? "";

/** A URL or target as it is shown: there is a query, and what it says is nobody's business. */
export function withoutQuery(text: string, mark = "?…"): string {
  const at = text.indexOf("?");
  return at === -1 || at === text.length - 1 ? text : `${text.slice(0, at)}${mark}`;
}

/** What was asked for, to be shown: the path alone where only that was given. */
export const shownUrl = ({ url, isPath }: Asked, mark?: string): string => withoutQuery(isPath ? targetOf(url.href) : url.href, mark);
