import { describe, expect, test, vi } from "vitest";
import { startAttempt } from "../../src/engine/forward/attempt.ts";
import { type RequestBody, takeBody } from "../../src/engine/forward/body.ts";
import { balance, seen } from "../support/balance.ts";
import { type Call, fakeDeps, type Script, settle } from "../support/fake-deps.ts";
import { answers, fails, hang, inTurn, redirectTo } from "../support/responses.ts";
import { A } from "../support/settings.ts";
import { upload } from "../support/upload.ts";

/** As the test settings have it. */
const LIMIT = 16;
const REDIRECTS = { origins: [A], absentPaths: [], maxHops: 3 };

/** What the origin receives. */
const received = ({ init }: Call): Promise<string> => new Response(init.body ?? null).text();

/** Reads the whole body, then goes on with the script; keeps what it read. */
function reading(script: Script): { readonly bodies: string[]; readonly script: Script } {
  const bodies: string[] = [];
  return {
    bodies,
    script: async (call, index) => {
      bodies.push(await received(call));
      return script(call, index);
    },
  };
}

/** With `content-length`, or without. */
const lengths = ["declared", "undeclared"] as const;
const lengthOf = (text: string, kind: (typeof lengths)[number]): Record<string, string> =>
  kind === "declared" ? { "content-length": String(text.length) } : {};

describe.for(lengths)("SAF-LB-PASSTHRU: a body of %s length", (kind) => {
  test.for([0, 1, LIMIT - 1, LIMIT])("of %i bytes is held, and sent again whole on every attempt", async (size) => {
    const text = "x".repeat(size);
    const { bodies, script } = reading(fails);
    const { deps, send } = balance(script, { maxAttempts: 3 });
    await send("/several", { method: "POST", body: text, headers: lengthOf(text, kind) });
    expect(bodies).toEqual([text, text, text]);
    expect(deps.calls.map(({ init }) => (init.body as ArrayBuffer | Uint8Array).byteLength)).toEqual([size, size, size]);
  });

  test.for([LIMIT + 1, LIMIT * 50])("of %i bytes streams whole to one origin, once", async (size) => {
    const text = "x".repeat(size);
    const { bodies, script } = reading(fails);
    const { deps, send } = balance(script, { maxAttempts: 3 });
    expect(await seen(await send("/several", { method: "POST", body: text, headers: lengthOf(text, kind) }))).toEqual([
      503,
      "nothing left: network",
    ]);
    expect([bodies, deps.calls[0]?.init.body instanceof ReadableStream]).toEqual([[text], true]);
  });

  test("too large to be held, it goes to an origin chosen like any other request's first", async () => {
    const text = "x".repeat(LIMIT * 2);
    const { deps, send } = balance(reading(answers(200)).script, {}, () => 0.99);
    await send("/several", { method: "POST", body: text, headers: lengthOf(text, kind) });
    expect(deps.urls()).toEqual(["https://c.example/several"]);
  });

  test("too large to be held, a 307 is handed back", async () => {
    const text = "x".repeat(LIMIT * 2);
    const { deps, send } = balance(reading(() => redirectTo("/several?2", 307)).script);
    const response = await send("/several", { method: "POST", body: text, headers: lengthOf(text, kind) });
    expect([response.status, response.headers.get("location"), deps.calls.length]).toEqual([307, "/several?2", 1]);
  });

  test("too large to be held, its timer starts only when the last byte was handed on", async () => {
    const client = upload();
    const whole = "a".repeat(30) + "b".repeat(30);
    const { deps, send, failures } = balance(reading(hang).script);
    const response = send("/several", { method: "POST", body: client.stream, headers: lengthOf(whole, kind) });
    client.send("a".repeat(30));
    await deps.advance(1_000_000);
    expect([deps.calls.length, deps.timers.length]).toEqual([1, 0]);
    client.send("b".repeat(30));
    await deps.advance(1_000_000);
    expect(deps.timers.length).toBe(0);
    client.end();
    await settle();
    expect(deps.timers.map(({ ms, state }) => [ms, state])).toEqual([[700, "armed"]]);
    await deps.advance(699);
    expect(failures()).toEqual([]);
    await deps.advance(1);
    expect(await seen(await response)).toEqual([503, "nothing left: timeout"]);
    expect(deps.calls).toHaveLength(1);
  });

  test("too large to be held, an answer that comes before its end arms no timer afterwards", async () => {
    const client = upload();
    const { deps, send } = balance(answers(413));
    const response = send("/several", { method: "POST", body: client.stream, headers: lengthOf("x".repeat(60), kind) });
    client.send("a".repeat(30));
    await settle();
    expect((await response).status).toBe(413);
    client.send("b".repeat(30));
    client.end();
    await deps.advance(1_000_000);
    expect(deps.timers.filter(({ state }) => state !== "cleared")).toEqual([]);
  });
});

describe("a client that leaves", () => {
  test("while its body is read reaches no origin", async () => {
    const client = upload();
    const { deps, send } = balance(answers(200));
    const response = send("/several", { method: "POST", body: client.stream });
    client.send("x");
    await settle();
    client.breakOff();
    expect(await seen(await response)).toEqual([400, "bad request"]);
    expect([deps.calls.length, deps.timers.length, deps.lines().length]).toEqual([0, 0, 0]);
  });

  test("while its body of declared length is read reaches no origin", async () => {
    const request = new Request("https://lb.example/several", { method: "POST", body: "x", headers: { "content-length": "9" } });
    Object.defineProperty(request, "arrayBuffer", { value: () => Promise.reject(new Error("the client left")) });
    const { deps, sendRequest } = balance(answers(200));
    expect(await seen(await sendRequest(request))).toEqual([400, "bad request"]);
    expect([deps.calls.length, deps.timers.length, deps.lines().length]).toEqual([0, 0, 0]);
  });

  test("while its body streams aborts the attempt, starts no timer, and is nobody's failure", async () => {
    const deps = fakeDeps(hang);
    const end = Promise.resolve("client gone" as const);
    const body = { kind: "stream", stream: new ReadableStream(), end, stop: () => end } as const;
    const sending = { method: "POST", target: "/several", headers: {}, body, redirects: REDIRECTS };
    const rules = { timeoutMs: 700, slowMs: undefined, isFailureStatus: () => false, ticket: 0, onSlow: () => undefined };
    expect(await startAttempt(A, sending, rules, deps).outcome).toEqual({ kind: "client gone", origin: A });
    await settle();
    expect(deps.timers).toEqual([]);
  });
});

describe("a body in pieces", () => {
  test("that fits in the end is held as one", async () => {
    const client = upload();
    const { bodies, script } = reading(inTurn(fails, answers(200)));
    const { send } = balance(script);
    const response = send("/several", { method: "POST", body: client.stream });
    for (const piece of ["ab", "cdef", "g"]) client.send(piece);
    client.end();
    expect([(await response).status, bodies]).toEqual([200, ["abcdefg", "abcdefg"]]);
  });

  test("that turns out too large arrives in order and whole", async () => {
    const client = upload();
    const { bodies, script } = reading(answers(200));
    const { send } = balance(script);
    const response = send("/several", { method: "POST", body: client.stream });
    const pieces = Array.from({ length: 40 }, (_, i) => `<${i}>`);
    for (const piece of pieces) client.send(piece);
    client.end();
    expect([(await response).status, bodies]).toEqual([200, [pieces.join("")]]);
  });

  test("bytes are bytes: nothing is decoded", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const bodies: ArrayBuffer[] = [];
    const { send } = balance(async ({ init }) => {
      bodies.push(await new Response(init.body ?? null).arrayBuffer());
      return new Response();
    });
    for (const slice of [bytes.slice(128, 144), bytes]) await send("/several", { method: "POST", body: slice });
    expect(bodies.map((body) => [...new Uint8Array(body)])).toEqual([[...bytes.slice(128, 144)], [...bytes]]);
  });
});

describe("a GET goes out without a body", () => {
  test("whatever came in", async () => {
    const request = new Request("https://lb.example/several", { headers: { "content-length": "0" } });
    Object.defineProperty(request, "body", { value: new ReadableStream() });
    const { deps, sendRequest } = balance(answers(200));
    expect((await sendRequest(request)).status).toBe(200);
    expect(deps.calls[0]?.init).not.toHaveProperty("body");
  });
});

describe("a length that is no length is found out by reading", () => {
  const taken = async (length: string, text: string): Promise<RequestBody> =>
    takeBody(
      new Request("https://lb.example/several", { method: "POST", body: text, headers: { "content-length": length } }),
      "POST",
      LIMIT,
    );

  test.for(["", "-1", "1e1", "0x5", "5, 5", " ", "five"])("%j", async (length) => {
    const small = await taken(length, "hello");
    expect(small.kind === "bytes" && new TextDecoder().decode(small.bytes)).toBe("hello");
    const large = await taken(length, "x".repeat(LIMIT * 4));
    expect(large.kind === "stream" && (await new Response(large.stream).text())).toBe("x".repeat(LIMIT * 4));
  });
});

test("what was read of a body that does not fit goes ahead in blocks of 64 KiB, not in one piece of the whole limit", async () => {
  const write = vi.spyOn(WritableStreamDefaultWriter.prototype, "write");
  const text = "x".repeat(300_000);
  const taken = await takeBody(
    new Request("https://lb.example/several", { method: "POST", body: new Blob([text]).stream() }),
    "POST",
    200_000,
  );
  expect(taken.kind === "stream" && (await new Response(taken.stream).text())).toBe(text);
  const sizes = write.mock.calls.map(([piece]) => (piece as Uint8Array).byteLength);
  write.mockRestore();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(200_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
});
