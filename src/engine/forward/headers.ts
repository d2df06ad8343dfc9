/**
 * What crosses the gateway. Hop-by-hop fields (RFC 9110 §7.6.1) belong to one connection and stop here, the ones
 * that `Connection` names first; everything else goes through, byte for byte: a `Headers` object is handed on or
 * copied whole, never rebuilt, because a value that is not UTF-8 does not survive being read and set again.
 */

/**
 * Dropped in both directions, besides what `Connection` names. The rest of the list, `Connection` itself, `Keep-Alive`,
 * `TE`, `Trailer`, `Transfer-Encoding` and `Upgrade`, the runtime writes anew for each connection, whatever these
 * headers hold (`docs/runtime.md`), and each look at a header costs.
 */
const LEFT_BY_RUNTIME = ["proxy-connection", "proxy-authenticate", "proxy-authorization"] as const;

/**
 * Looked for in a request. `Upgrade` would make `fetch` open a WebSocket, and `Expect`, forwarded, makes the origin's
 * interim 100 the final answer (`docs/decisions/hop-by-hop.md`).
 */
const REQUEST_DROPS = [...LEFT_BY_RUNTIME, "upgrade", "expect"] as const;

/** Dropped from an answer. `Transfer-Encoding` is written anew as well, but for the answer to a `HEAD`. */
const ANSWER_DROPS = [...LEFT_BY_RUNTIME, "transfer-encoding"] as const;

/**
 * `Connection` must not name a field for the recipient (RFC 9110 §7.6.1); where it names this one all the same, dropping
 * it would make the runtime decode the body (`docs/runtime.md`), and a body that is no gzip would be lost.
 */
const UNNAMEABLE = "content-encoding";

/** A `Connection` that names no field, in the spellings that nearly all clients send. */
const NAMES_NOTHING = new Set(["keep-alive", "Keep-Alive", "close", "Close"]);

/**
 * The request's own headers where nothing has to go, which is nearly always; else a copy without what has to.
 * `keepUpgrade`: this is a WebSocket handshake, which is nothing without its `Upgrade` (RFC 6455 §4.1).
 */
export function requestHeaders(headers: Headers, keepUpgrade: boolean): Headers {
  const named = namedByConnection(headers);
  if (named.length === 0 && !REQUEST_DROPS.some((name) => headers.has(name))) return headers;
  const copy = new Headers(headers);
  for (const name of [...named, ...REQUEST_DROPS]) if (!(keepUpgrade && name === "upgrade")) copy.delete(name);
  return copy;
}

/** The headers with some set, in a copy; the same object where there is nothing to set. */
export function withAdded(headers: Headers, added: Readonly<Record<string, string>> | undefined): Headers {
  if (added === undefined) return headers;
  const copy = new Headers(headers);
  for (const [name, value] of Object.entries(added)) copy.set(name, value);
  return copy;
}

/** Whether a client asks for a WebSocket. */
export function isWebSocketHandshake({ method, headers }: Request): boolean {
  return method === "GET" && headers.get("upgrade")?.toLowerCase() === "websocket";
}

/** Takes the hop-by-hop fields out of a response's headers, in place. */
export function dropHopByHop(headers: Headers): void {
  for (const name of namedByConnection(headers)) headers.delete(name);
  for (const name of ANSWER_DROPS) headers.delete(name);
}

function namedByConnection(headers: Headers): readonly string[] {
  const connection = headers.get("connection");
  if (connection === null || NAMES_NOTHING.has(connection)) return [];
  return connection
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => isToken(name) && name !== UNNAMEABLE);
}

/** RFC 9110 §5.6.2; anything else is no field name, and `Headers` would throw on it. */
function isToken(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~\w]+$/.test(name);
}
