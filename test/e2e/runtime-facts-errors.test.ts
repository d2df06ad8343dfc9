/** What workerd's `fetch` throws, and what it takes for an answer: facts that the product leans on (`docs/runtime.md`). */
import { describe, expect } from "vitest";
import { makeCertificates } from "../../dev/certificates.ts";
import type { Gateway } from "./support/gateway.ts";
import { status } from "./support/https-origin.ts";
import { type Backend, type Lab, test } from "./support/lab.ts";

/** What an error shows of itself. */
interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly retryable?: boolean;
  readonly isDomException: boolean;
}

/** A script that fetches and returns what is thrown. */
const throwing = (call: string): string => `
  try { const r = await ${call}; return { status: r.status }; }
  catch (e) { return { name: e.name, message: e.message, retryable: e.retryable, isDomException: e instanceof DOMException }; }`;

const json = async <T>(gateway: Gateway, sent = {}): Promise<T> => JSON.parse((await gateway.send("/", sent)).text) as T;

async function thrownBy(lab: Lab, backend: Backend, call = "fetch(env.ORIGIN)", path = ""): Promise<Thrown> {
  return json<Thrown>(await lab.script(throwing(call), { ORIGIN: backend.url + path }));
}

describe("a lost connection reads the same whether or not the request was delivered", () => {
  const LOST: Readonly<Record<string, (lab: Lab) => Promise<Backend>>> = {
    refused: (lab) => lab.dead(),
    "reset at once": (lab) => lab.tcp((socket) => void socket.resetAndDestroy()),
    "closed after the request was read": (lab) => lab.bytes((socket) => void socket.end()),
    "reset after the request was read": (lab) => lab.bytes((_, { reset }) => reset()),
    "closed in the middle of the head": (lab) => lab.bytes("HTTP/1.1 200 OK\r\nX-Ha"),
  };

  test.for(Object.entries(LOST))("%s", async ([, make], { lab }) => {
    expect(await thrownBy(lab, await make(lab), 'fetch(env.ORIGIN, { method: "POST", body: "x" })')).toEqual({
      name: "Error",
      message: "Network connection lost.",
      retryable: true,
      isDomException: false,
    });
  });
});

test.for(["what is this\r\n\r\n", "\x00\x01\x02", "SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 abc OK\r\n\r\n"])(
  "garbage for an answer, %j, reads like one or the other",
  async (bytes, { lab }) => {
    expect((await thrownBy(lab, await lab.bytes(bytes))).message).toMatch(/^(Network connection lost\.|internal error; reference = \w+)$/);
  },
);

describe("a fault of TLS or of the name is an internal error with a reference, not marked as retryable", () => {
  const FAULTS: Readonly<Record<string, (lab: Lab) => Promise<Backend>>> = {
    "a certificate that nobody trusts": async (lab) => lab.origin(undefined, { certificates: await makeCertificates() }),
    "no TLS at all": (lab) => lab.tcp((socket) => void socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))),
    "an unknown host": async () => ({ url: "https://no-such-host.invalid" }),
  };

  test.for(Object.entries(FAULTS))("%s", async ([, make], { lab }) => {
    const { message, retryable } = await thrownBy(lab, await make(lab));
    expect([message.replace(/=.*/, "="), retryable]).toEqual(["internal error; reference =", undefined]);
  });
});

describe("a wait that is given up", () => {
  test.for([
    ["AbortController", "AbortError", "(() => { const c = new AbortController(); setTimeout(() => c.abort(), 100); return c.signal; })()"],
    ["AbortSignal.timeout", "TimeoutError", "AbortSignal.timeout(100)"],
  ] as const)("by %s is a DOMException %s", async ([, name, signal], { lab }) => {
    const silent = await lab.origin(() => undefined);
    const thrown = await thrownBy(lab, silent, `fetch(env.ORIGIN, { signal: ${signal} })`);
    expect([thrown.name, thrown.isDomException]).toEqual([name, true]);
  });
});

describe("redirects that the platform follows by itself", () => {
  test("give up with a message that lists every URL, queries and all", async ({ lab }) => {
    const origin = await lab.origin(status(302, { Location: "/loop?token=canary" }));
    const { name, message } = await thrownBy(lab, origin);
    expect([name, message.includes(`${origin.url}/loop?token=canary`)]).toEqual(["TypeError", true]);
  });

  test("turn a POST into a GET without its body", async ({ lab }) => {
    const origin = await lab.origin((request, response) => {
      if (request.url === "/") response.writeHead(302, { Location: "/moved" }).end();
      else response.end();
    });
    await json(await lab.script(throwing('fetch(env.ORIGIN, { method: "POST", body: "update" })'), { ORIGIN: origin.url }));
    expect(origin.arrivals.map(({ method, received }) => [method, received])).toEqual([
      ["POST", 6],
      ["GET", 0],
    ]);
  });

  test("take Cookie and custom headers to a stranger", async ({ lab }) => {
    const stranger = await lab.origin();
    const origin = await lab.origin(status(302, { Location: stranger.url }));
    await thrownBy(lab, origin, 'fetch(env.ORIGIN, { headers: { cookie: "s=1", "x-secret": "2", authorization: "3" } })');
    const { fields } = stranger.last();
    expect([fields.get("cookie"), fields.get("x-secret"), fields.get("authorization")]).toEqual(["s=1", "2", "3"]);
  });

  test("cannot send a stream again", async ({ lab }) => {
    const origin = await lab.origin(status(307, { Location: "/moved" }));
    const gateway = await lab.script(throwing('fetch(env.ORIGIN, { method: "POST", body: request.body })'), { ORIGIN: origin.url });
    expect((await json<Thrown>(gateway, { method: "POST", body: "update" })).name).toBe("TypeError");
  });
});

describe("a request's stream", () => {
  test("is spent even where the connection was refused", async ({ lab }) => {
    const good = await lab.origin();
    const script = `await fetch(env.DEAD, { method: "POST", body: request.body }).catch(() => 0);
      ${throwing('fetch(env.ORIGIN, { method: "POST", body: request.body })')}`;
    const gateway = await lab.script(script, { DEAD: (await lab.dead()).url, ORIGIN: good.url });
    expect((await json<Thrown>(gateway, { method: "POST", body: "update" })).name).toBe("TypeError");
    expect(good.arrivals).toEqual([]);
  });
});

describe("what is taken for the final answer", () => {
  test("an interim 103", async ({ lab }) => {
    const origin = await lab.bytes("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    expect(await thrownBy(lab, origin)).toEqual({ status: 103 });
  });

  test("the 100 that a forwarded Expect provokes", async ({ lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.script(throwing('fetch(env.ORIGIN, { method: "POST", headers: request.headers, body: "x" })'), {
      ORIGIN: origin.url,
    });
    expect(await json(gateway, { method: "POST", fields: [["Expect", "100-continue"]], body: "x" })).toEqual({ status: 100 });
  });

  test("a status that no Response can be made with", async ({ lab }) => {
    const origin = await lab.origin(status(999));
    expect(await thrownBy(lab, origin)).toEqual({ status: 999 });
    expect((await thrownBy(lab, origin, "fetch(env.ORIGIN).then((r) => new Response(r.body, r))")).name).toBe("RangeError");
    expect((await (await lab.script("return fetch(env.ORIGIN)", { ORIGIN: origin.url })).send("/")).status).toBe(999);
  });
});
