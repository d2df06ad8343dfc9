/** What each deployment promises, said once more and independently of its code. */
import { isListed, methodsOf, pathOf } from "./request-model.ts";

/** What is to become of a request that the Worker sees. */
export type Fate = "forwarded" | { readonly status: number; readonly text?: string; readonly allow?: string };

export interface Contract {
  readonly fateOf: (method: string, url: URL, secure: boolean) => Fate;
  /** Whether this may arrive at an origin, wherever it comes from. */
  readonly mayArrive: (method: string, path: string) => boolean;
  /** In lower case: the field that names the origin on an answer. */
  readonly observation: string;
  /** In lower case: what is set on a request. */
  readonly added: readonly string[];
  /** Whether an origin's answer with this status reaches the client where no other origin is left. */
  readonly handsOn: (status: number) => boolean;
  /** The text of the 503 where none does. */
  readonly exhausted: RegExp;
  readonly followsRedirects: boolean;
  readonly webSockets: boolean;
}

export const messageweave: Contract = {
  fateOf: (method, url, secure) => {
    const path = pathOf(url);
    const allowed = methodsOf(path);
    if (!secure) return { status: 308 };
    if (allowed.length === 0) return { status: 404, text: `route not forwarded: ${path}` };
    if (!allowed.includes(method)) return { status: 405, text: `method not allowed for ${path}`, allow: allowed.join(", ") };
    return path === "/healthz-worker" ? { status: 200 } : "forwarded";
  },
  mayArrive: isListed,
  observation: "x-lb-backend",
  added: [],
  handsOn: (status) => status >= 200 && status < 500,
  exhausted: /^all backends failed: (?:network|timeout|redirect loop|status \d+)$/,
  followsRedirects: true,
  webSockets: false,
};

export const primaryReplica: Contract = {
  fateOf: () => "forwarded",
  mayArrive: () => true,
  observation: "x-served-by",
  added: ["x-served-by", "x-forwarded-host", "x-forwarded-proto"],
  handsOn: (status) => status >= 200,
  exhausted: /^All servers are unavailable$/,
  followsRedirects: false,
  webSockets: true,
};
