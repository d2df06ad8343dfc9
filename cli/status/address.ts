/** Where a gateway is asked: from what a person writes to the URL of its aggregate. */
import { UsageError } from "../exit.ts";

/** Where the default deployment has it. */
const DEFAULT_PATH = "/healthz-worker";

export interface Address {
  readonly url: URL;
  /** Fit to be shown: without the query. */
  readonly label: string;
}

/** Reads `lb.example.com`, an origin or a URL. Rejects with a UsageError that repeats nothing but a host. */
export function addressOf(text: string): Address {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  // `URL` would forgive white space and backslashes, and take the scheme before a single slash for a host.
  const url = /[\s\\]|^[^/]*:\/(?!\/)/.test(text) ? undefined : parsed(scheme === undefined ? `https://${text}` : text);
  if (url === undefined) throw new UsageError("this is no URL: write  messageweave-lb status https://lb.example.com");
  if (url.username !== "" || url.password !== "") throw new UsageError("leave out the user name and password: the gateway asks for none");
  if (url.protocol === "http:") throw new UsageError(`the gateway answers over https only: write  https://${url.host}`);
  if (url.protocol !== "https:") throw new UsageError("the gateway answers over https only: write  https://  and its host");
  url.hash = "";
  if (url.pathname === "/") {
    url.pathname = DEFAULT_PATH;
    url.search = "";
  }
  return { url, label: `${url.origin}${url.pathname}` };
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
