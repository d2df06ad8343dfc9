import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dropHopByHop, requestHeaders } from "../../../src/engine/forward/headers.ts";

/** RFC 9110 §7.6.1, less what the runtime writes anew for each connection. */
const DROPPED = ["Proxy-Connection", "Proxy-Authenticate", "Proxy-Authorization"];
const DROPPED_FROM_REQUESTS = [...DROPPED, "Upgrade", "Expect"];

/** What the runtime writes anew (`test/e2e/runtime-facts-*`): here it may stay. */
const WRITTEN_ANEW = new Set(["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"]);

const END_TO_END: readonly (readonly [string, string])[] = [
  ["authorization", "Bearer x"],
  ["cookie", "a=1; b=2"],
  ["content-type", "application/json"],
  ["content-encoding", "gzip"],
  ["x-telegram-bot-api-secret-token", "s"],
  ["cache-control", "no-cache"],
  ["via", "1.1 x"],
  ["x-forwarded-for", "192.0.2.1"],
  ["empty", ""],
];

describe("SAF-LB-PASSTHRU: of a request", () => {
  test.for(DROPPED_FROM_REQUESTS)("%s stops here, all else goes through", (name) => {
    const sent = requestHeaders(new Headers([...END_TO_END, [name, "value"]]), false);
    expect([...sent]).toEqual([...new Headers([...END_TO_END])]);
  });

  test.for(["keep-alive", "Keep-Alive", "close", "Close", "", " ", ",", ", ,"])(
    "where Connection: %j names nothing, the very same headers go out",
    (connection) => {
      const headers = new Headers([...END_TO_END, ["connection", connection]]);
      expect(requestHeaders(headers, false)).toBe(headers);
    },
  );

  test("where nothing has to go, the very same headers go out", () => {
    const headers = new Headers([...END_TO_END]);
    expect(requestHeaders(headers, false)).toBe(headers);
  });

  test("the headers that came in are left as they were", () => {
    const headers = new Headers({ upgrade: "h2c", connection: "x-hop", "x-hop": "1" });
    requestHeaders(headers, false);
    expect([...headers.keys()]).toEqual(["connection", "upgrade", "x-hop"]);
  });
});

/** `Connection`, and which of x-one, x-two, x-three stay. */
const CONNECTIONS: readonly (readonly [string, readonly string[]])[] = [
  ["x-one", ["x-two", "x-three"]],
  ["X-ONE", ["x-two", "x-three"]],
  ["keep-alive, x-one", ["x-two", "x-three"]],
  ["close,x-one,x-three", ["x-two"]],
  ["\tx-one ,  x-two\t", ["x-three"]],
  [",,x-one,,", ["x-two", "x-three"]],
  ["x-one x-two", ["x-one", "x-two", "x-three"]],
  ["x-one;q=1, x-two", ["x-one", "x-three"]],
  ["x-one: y, x-three", ["x-one", "x-two"]],
  ['"x-one", x-two', ["x-one", "x-three"]],
  ["é, x-one", ["x-two", "x-three"]],
  ["x-absent", ["x-one", "x-two", "x-three"]],
  ["x-one, x-one", ["x-two", "x-three"]],
];

const three = (connection: string): Headers => new Headers({ connection, "x-one": "1", "x-two": "2", "x-three": "3" });
const kept = (headers: Headers): readonly string[] => ["x-one", "x-two", "x-three"].filter((name) => headers.has(name));

describe("SAF-LB-PASSTHRU: a field that Connection names goes no further", () => {
  test.for(CONNECTIONS)("Connection: %j leaves %j of a request", ([connection, expected]) => {
    expect(kept(requestHeaders(three(connection), false))).toEqual(expected);
  });

  test.for(CONNECTIONS)("Connection: %j leaves %j of a response", ([connection, expected]) => {
    const headers = three(connection);
    dropHopByHop(headers);
    expect(kept(headers)).toEqual(expected);
  });

  test.for(["content-encoding", "Content-Encoding", "x-one, content-encoding"])(
    "except Content-Encoding, without which the body would be another: Connection: %s",
    (connection) => {
      const headers = new Headers({ connection, "x-one": "1", "content-encoding": "gzip" });
      expect(requestHeaders(headers, false).get("content-encoding")).toBe("gzip");
      dropHopByHop(headers);
      expect([headers.get("content-encoding"), headers.has("x-one")]).toEqual(["gzip", !connection.includes("x-one")]);
    },
  );

  test("even where Connection names itself first", () => {
    const headers = new Headers({ connection: "connection, x-one", "x-one": "1" });
    dropHopByHop(headers);
    expect([...headers]).toEqual([]);
  });
});

describe("SAF-LB-PASSTHRU: of a response", () => {
  test.for([...DROPPED, "Transfer-Encoding"])("%s stops here, all else goes through", (name) => {
    const headers = new Headers([...END_TO_END, [name, "value"]]);
    dropHopByHop(headers);
    expect([...headers]).toEqual([...new Headers([...END_TO_END])]);
  });

  test("each Set-Cookie stays a line of its own", () => {
    const headers = new Headers([
      ["set-cookie", "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT"],
      ["proxy-connection", "close"],
      ["set-cookie", "b=2"],
    ]);
    dropHopByHop(headers);
    expect(headers.getSetCookie()).toEqual(["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2"]);
  });
});

const ALL_DROPPED = new Set([...DROPPED_FROM_REQUESTS.map((name) => name.toLowerCase()), ...WRITTEN_ANEW]);
const name = fc.oneof(
  fc.constantFrom(...ALL_DROPPED, "x-one", "x-two", "authorization", "content-length"),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
);
const value = fc.stringMatching(/^[!-~]([ -~]{0,12}[!-~])?$/);
const fields = fc.array(fc.tuple(name, value), { maxLength: 12 });
const connectionValue = fc
  .array(fc.oneof(name, fc.constantFrom("", "not a token", "close")), { maxLength: 4 })
  .map((parts) => parts.join(", "));

/** What must survive: neither hop-by-hop nor named. */
function survivors(headers: Headers, connection: string): readonly (readonly [string, string])[] {
  const named = new Set(connection.split(",").map((part) => part.trim().toLowerCase()));
  return [...headers].filter(([key]) => !ALL_DROPPED.has(key) && !named.has(key));
}

describe("SAF-LB-PASSTHRU: for every set of fields", () => {
  test("what is neither hop-by-hop nor named by Connection arrives with the same value, and nothing is added", () => {
    fc.assert(
      fc.property(fields, connectionValue, (list, connection) => {
        const incoming = new Headers(list.filter(([key]) => key !== "connection"));
        incoming.set("connection", connection);
        const expected = survivors(incoming, connection);

        const crossing = (headers: Headers): readonly (readonly [string, string])[] =>
          [...headers].filter(([key]) => !WRITTEN_ANEW.has(key));
        expect(crossing(requestHeaders(incoming, false))).toEqual(expected);

        const back = new Headers(incoming);
        back.delete("expect");
        dropHopByHop(back);
        expect(crossing(back)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
