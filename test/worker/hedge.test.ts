import { describe, expect, test } from "vitest";
import type { Settings } from "../../src/engine/settings.ts";
import { type Bench, balance, route, seen } from "../support/balance.ts";
import { type ByHand, byHand } from "../support/by-hand.ts";
import { settle } from "../support/fake-deps.ts";
import { isProbe } from "../support/fleet.ts";
import { connectionLost, oddResponse, redirectTo, watchedBody } from "../support/responses.ts";
import { A, B, C, configured } from "../support/settings.ts";

const HEDGE_MS = 100;

/** Three origins, A first, that answer by hand; attempts time out after 700 ms. */
function hedging(over: Partial<Settings> = {}): Bench & ByHand {
  const hands = byHand();
  return { ...hands, ...balance(hands.script, { hedgeMs: HEDGE_MS, maxAttempts: 3, ...over }) };
}

const asked = ({ calls }: ByHand): readonly string[] => calls.map(({ url }) => new URL(url).origin);

describe("a GET that has waited starts its next attempt as well", () => {
  test("not before, and without giving the first one up", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS - 1);
    expect(asked(it)).toEqual([A.url]);
    await it.deps.advance(1);
    expect([asked(it), it.call(0).aborted()]).toEqual([[A.url, B.url], false]);
    it.call(1).answer();
    await response;
  });

  test("the wait counts from the latest start", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(60);
    it.call(0).fail(connectionLost());
    await settle();
    expect(asked(it)).toEqual([A.url, B.url]);
    await it.deps.advance(HEDGE_MS - 1);
    expect(asked(it)).toEqual([A.url, B.url]);
    await it.deps.advance(1);
    expect(asked(it)).toEqual([A.url, B.url, C.url]);
    it.call(2).answer();
    await response;
  });

  test("an answer in time starts none", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS - 1);
    it.call(0).answer();
    expect(await seen(await response)).toEqual([200, "from a.example"]);
    await it.deps.advance(1_000_000);
    expect([asked(it), it.deps.timers.filter(({ state }) => state === "armed")]).toEqual([[A.url], []]);
  });

  test.for([
    [1, [A.url]],
    [2, [A.url, B.url]],
    [3, [A.url, B.url, C.url]],
    [9, [A.url, B.url, C.url]],
  ] as const)("NFR-HA-MULTI-INSTANCE: at most %i attempts, each on another origin: %j", async ([maxAttempts, expected]) => {
    const it = hedging({ maxAttempts });
    const response = it.send("/several");
    for (let i = 0; i < 6; i++) await it.deps.advance(HEDGE_MS);
    expect(asked(it)).toEqual(expected);
    it.call(0).answer();
    expect((await response).status).toBe(200);
  });

  test("it goes on from the first attempt's origin, wherever that was", async () => {
    const hands = byHand();
    const { deps, send } = balance(hands.script, { hedgeMs: HEDGE_MS }, () => 0.99);
    const response = send("/several");
    await deps.advance(HEDGE_MS);
    expect(asked(hands)).toEqual([C.url, A.url]);
    hands.call(1).answer();
    await response;
  });
});

describe("what is never hedged", () => {
  test.for([
    ["another method", "POST", "/several", {}],
    ["a single-attempt route", "POST", "/one", {}],
    ["with one attempt", "GET", "/several", { maxAttempts: 1 }],
    ["with one origin", "GET", "/several", { origins: configured(A) }],
    ["with hedging off", "GET", "/several", { hedgeMs: undefined }],
  ] as const)("%s", async ([, method, path, over]) => {
    const it = hedging(over);
    const response = it.send(path, { method });
    await it.deps.advance(600);
    expect(asked(it)).toEqual([A.url]);
    it.call(0).answer();
    expect((await response).status).toBe(200);
  });

  test.for(["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])("%s", async (method) => {
    const route = { timeoutMs: 700, slowMs: undefined, attempts: "several" } as const;
    const it = hedging({ matchRoute: () => ({ kind: "route", route }) });
    const response = it.send("/anything", { method });
    await it.deps.advance(600);
    expect(asked(it)).toEqual([A.url]);
    it.call(0).answer();
    await response;
  });

  test("another method fails over as ever", async () => {
    const it = hedging();
    const response = it.send("/several", { method: "POST" });
    await settle();
    it.call(0).fail(connectionLost());
    await settle();
    it.call(1).answer();
    expect([await seen(await response), it.failures()]).toEqual([[200, "from b.example:8443"], ["network"]]);
  });
});

describe("the first answer wins, whichever origin gives it", () => {
  test.for([
    [0, A],
    [1, B],
    [2, C],
  ] as const)("attempt %i: the others are aborted at once, and leave no line", async ([winner, origin]) => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(2 * HEDGE_MS);
    it.call(winner).answer();
    const answer = await response;
    expect([answer.status, answer.headers.get("x-served-by")]).toEqual([200, origin.url]);
    expect(it.calls.map(({ aborted }) => aborted())).toEqual([0, 1, 2].map((index) => index !== winner));
    await it.deps.advance(1_000_000);
    expect([it.deps.lines(), it.deps.timers.filter(({ state }) => state === "armed")]).toEqual([[], []]);
  });

  test.for([200, 500])("a loser's answer that comes late is let go unread: %i", async (status) => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    it.call(1).answer();
    expect((await response).headers.get("x-served-by")).toBe(B.url);
    const body = watchedBody();
    it.call(0).answer(new Response(body.stream, { status }));
    await settle();
    expect([body.state(), it.deps.lines()]).toEqual(["cancelled", []]);
  });

  test("a loser that fails late leaves no line", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    it.call(1).answer();
    await response;
    it.call(0).fail(new DOMException("The operation was aborted", "AbortError"));
    await settle();
    expect(it.deps.lines()).toEqual([]);
  });

  test("the winner's body is passed on unread", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    const body = watchedBody();
    it.call(0).answer(new Response(body.stream));
    const answer = await response;
    await it.deps.advance(1_000_000);
    expect([body.state(), it.call(0).aborted()]).toEqual(["untouched", false]);
    await answer.body?.cancel();
  });

  test("two that answer at the same moment: the first, and the other is let go", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    const bodies = [watchedBody(), watchedBody()];
    for (const [index, { stream }] of bodies.entries()) it.call(index).answer(new Response(stream));
    const answer = await response;
    await settle();
    expect([answer.headers.get("x-served-by"), bodies.map(({ state }) => state())]).toEqual([A.url, ["untouched", "cancelled"]]);
    await answer.body?.cancel();
  });

  test("a status that is an answer to the settings is one: 404", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    it.call(0).answer(new Response(null, { status: 404 }));
    expect([(await response).status, it.call(1).aborted()]).toEqual([404, true]);
  });
});

describe("a failed attempt is no answer", () => {
  test.for([
    ["a transport failure", (it: ByHand) => it.call(1).fail(connectionLost()), "network"],
    ["a status", (it: ByHand) => it.call(1).answer(new Response("x", { status: 502 })), "status 502"],
    ["an interim answer", (it: ByHand) => it.call(1).answer(oddResponse(103)), "network"],
  ] as const)("%s: the one that is under way still wins", async ([, fail, failure]) => {
    const it = hedging({ maxAttempts: 2 });
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    fail(it);
    await settle();
    expect(it.call(0).aborted()).toBe(false);
    it.call(0).answer();
    expect([await seen(await response), it.failures(), it.events()]).toEqual([[200, "from a.example"], [failure], ["attempt-failed"]]);
  });

  test("its body is let go while another is under way", async () => {
    const it = hedging({ maxAttempts: 2 });
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    const body = watchedBody();
    it.call(0).answer(new Response(body.stream, { status: 500 }));
    await settle();
    expect(body.state()).toBe("cancelled");
    it.call(1).answer();
    expect((await response).status).toBe(200);
  });

  test("one while another is under way starts the next at once", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    it.call(0).fail(connectionLost());
    await settle();
    expect([asked(it), it.call(1).aborted()]).toEqual([[A.url, B.url, C.url], false]);
    it.call(1).answer();
    expect([(await response).status, it.call(2).aborted()]).toEqual([200, true]);
  });

  test("all fail: one 503, one all-failed, and a line for each attempt, the last failure told", async () => {
    const it = hedging();
    const response = it.send("/several?token=secret");
    await it.deps.advance(HEDGE_MS);
    it.call(0).fail(connectionLost());
    await settle();
    it.call(2).answer(new Response("x", { status: 500 }));
    await settle();
    it.call(1).answer(new Response("x", { status: 502 }));
    expect(await seen(await response)).toEqual([503, "nothing left: status 502"]);
    const request = { method: "GET", path: "/several" };
    expect(it.deps.lines()).toEqual([
      ["warn", { event: "attempt-failed", ...request, origin: A.url, failure: "network" }],
      ["warn", { event: "attempt-failed", ...request, origin: C.url, failure: "status 500" }],
      ["warn", { event: "attempt-failed", ...request, origin: B.url, failure: "status 502" }],
      ["error", { event: "all-failed", ...request, failure: "status 502" }],
    ]);
    await it.deps.advance(1_000_000);
    expect(it.deps.timers.filter(({ state }) => state === "armed")).toEqual([]);
  });
});

describe("a failure that another origin cannot mend", () => {
  test("while another attempt is under way lets that one answer, and starts no more", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    it.call(1).fail(new TypeError("x"));
    await it.deps.advance(5 * HEDGE_MS);
    expect([asked(it), it.call(0).aborted()]).toEqual([[A.url, B.url], false]);
    it.call(0).answer();
    expect([await seen(await response), it.failures()]).toEqual([[200, "from a.example"], ["internal"]]);
  });

  test("then another that could be mended: still none is started", async () => {
    const it = hedging();
    const response = it.send("/several");
    await it.deps.advance(HEDGE_MS);
    it.call(1).fail(new TypeError("x"));
    await settle();
    it.call(0).fail(connectionLost());
    expect([await seen(await response), asked(it)]).toEqual([
      [503, "nothing left: network"],
      [A.url, B.url],
    ]);
  });

  test("alone, it is the answer at once", async () => {
    const it = hedging();
    const response = it.send("/several");
    await settle();
    it.call(0).fail(new TypeError("x"));
    expect([await seen(await response), asked(it)]).toEqual([[503, "nothing left: internal"], [A.url]]);
  });
});

describe("each attempt has a timeout of its own", () => {
  test("counted from its own start", async () => {
    const it = hedging({ maxAttempts: 2 });
    const response = it.send("/several");
    await it.deps.advance(699);
    expect([it.call(0).aborted(), it.call(1).aborted()]).toEqual([false, false]);
    await it.deps.advance(1);
    expect([it.call(0).aborted(), it.call(1).aborted()]).toEqual([true, false]);
    await it.deps.advance(HEDGE_MS - 1);
    expect(it.call(1).aborted()).toBe(false);
    await it.deps.advance(1);
    expect(it.call(1).aborted()).toBe(true);
    it.call(0).fail(new Error("aborted"));
    it.call(1).fail(new Error("aborted"));
    expect([await seen(await response), it.failures()]).toEqual([
      [503, "nothing left: timeout"],
      ["timeout", "timeout"],
    ]);
  });

  test("an attempt that is timed out while the next is under way leaves that one in peace", async () => {
    const it = hedging({ maxAttempts: 2 });
    const response = it.send("/several");
    await it.deps.advance(700);
    it.call(0).fail(new Error("aborted"));
    await settle();
    it.call(1).answer();
    expect([await seen(await response), it.failures()]).toEqual([[200, "from b.example:8443"], ["timeout"]]);
  });
});

describe("a client that is gone", () => {
  test("gets no further attempt when one fails", async () => {
    const client = new AbortController();
    const it = hedging();
    const response = it.sendRequest(new Request("https://lb.example/several", { signal: client.signal }));
    await settle();
    client.abort();
    it.call(0).fail(connectionLost());
    await response;
    expect(asked(it)).toEqual([A.url]);
  });

  test("gets none for having waited either", async () => {
    const client = new AbortController();
    const it = hedging();
    const response = it.sendRequest(new Request("https://lb.example/several", { signal: client.signal }));
    await settle();
    client.abort();
    await it.deps.advance(2 * HEDGE_MS);
    expect(asked(it)).toEqual([A.url]);
    it.call(0).fail(connectionLost());
    await response;
  });
});

/** The same with health routing. Probes are left unanswered. */
function routedHedging(over: Partial<Settings> = {}): Bench & ByHand {
  const hands = byHand();
  const script: ByHand["script"] = (call, index) => (isProbe(call) ? new Promise(() => undefined) : hands.script(call, index));
  return { ...hands, ...route(script, { hedgeMs: 50, ...over }) };
}

/** One race: the first origin asked loses it, or answers. */
async function race(it: Bench & ByHand, winner: "first" | "second"): Promise<readonly string[]> {
  const from = it.calls.length;
  const response = it.send("/several");
  await it.deps.advance(50);
  const { length } = it.calls;
  it.call(winner === "first" ? from : length - 1).answer();
  await response;
  return asked(it).slice(from);
}

describe("one lost race is no verdict, three in a row are", () => {
  test.for([
    [["second", "second", "second"], true],
    [["second", "second", "first", "second", "second"], false],
    [["second", "second", "first", "second", "second", "second"], true],
    [["second", "second"], false],
  ] as const)("%j: suspect is %s", async ([winners, expected]) => {
    const it = routedHedging();
    for (const winner of winners) expect(await race(it, winner)).toEqual([A.url, B.url]);
    const suspect = [["warn", { event: "origin-suspect", origin: A.url, failure: "slow" }]];
    expect(it.deps.lines()).toEqual(expected ? suspect : []);
    const next = it.send("/several");
    await settle();
    expect(asked(it).at(-1)).toBe(expected ? B.url : A.url);
    it.call(it.calls.length - 1).answer();
    await next;
  });

  test("an answer to another method ends the row as well", async () => {
    const it = routedHedging();
    await race(it, "second");
    await race(it, "second");
    const post = it.send("/several", { method: "POST" });
    await settle();
    it.call(it.calls.length - 1).answer();
    await post;
    await race(it, "second");
    expect(it.events()).toEqual([]);
  });

  test("with routing off, nothing comes of it", async () => {
    const it = hedging({ hedgeMs: 50 });
    for (let i = 0; i < 5; i++) expect(await race(it, "second")).toEqual([A.url, B.url]);
    expect(it.events()).toEqual([]);
  });

  test("races that began before the origin's return are not counted after it", async () => {
    const hands = byHand();
    let down = false;
    const { deps, send, events } = route(
      (call, index) => {
        if (isProbe(call)) return new Response(null, { status: down ? 500 : 200 });
        return hands.script(call, index);
      },
      { hedgeMs: 50, matchRoute: () => ({ kind: "route", route: { timeoutMs: 9_000, slowMs: undefined, attempts: "several" } }) },
    );
    const old = [send("/several"), send("/several"), send("/several")];
    await deps.advance(50);
    expect(asked(hands)).toEqual([A.url, A.url, A.url, B.url, B.url, B.url]);
    down = true;
    await send("/own-health");
    down = false;
    await deps.advance(5_000);
    await send("/own-health");
    for (const index of [3, 4, 5]) hands.call(index).answer();
    await Promise.all(old);
    const before = events().length;
    const next = send("/several");
    await deps.advance(50);
    hands.call(7).answer();
    await next;
    expect([asked(hands)[6], events().slice(before)]).toEqual([A.url, []]);
  });
});

describe("with health routing on", () => {
  test("a wait that is slow makes suspect, and the race goes on", async () => {
    const it = routedHedging({ maxAttempts: 2 });
    const response = it.send("/several");
    await it.deps.advance(150);
    expect(it.deps.lines()).toEqual([["warn", { event: "origin-suspect", origin: A.url, failure: "slow" }]]);
    it.call(0).answer();
    expect((await response).headers.get("x-served-by")).toBe(A.url);
  });

  test("a failed attempt of a race makes its origin suspect", async () => {
    const it = routedHedging();
    const response = it.send("/several");
    await it.deps.advance(50);
    it.call(0).fail(connectionLost());
    await settle();
    it.call(1).answer();
    await response;
    expect(it.events()).toEqual(["attempt-failed", "origin-suspect"]);
  });

  test("the second attempt goes to one that is not suspect now", async () => {
    const it = routedHedging({ maxAttempts: 2 });
    const hedged = it.send("/several");
    const post = it.send("/several", { method: "POST" });
    await settle();
    it.call(1).fail(connectionLost());
    await settle();
    it.call(2).fail(connectionLost());
    await post;
    await it.deps.advance(50);
    expect(asked(it)).toEqual([A.url, A.url, B.url, C.url]);
    it.call(3).answer();
    expect((await hedged).headers.get("x-served-by")).toBe(C.url);
  });

  test("a redirect moves the race's evidence to the origin that was asked", async () => {
    const it = routedHedging({ maxAttempts: 2 });
    for (let i = 0; i < 3; i++) {
      const from = it.calls.length;
      const response = it.send("/several");
      await settle();
      it.call(from).answer(redirectTo(`${C.url}/several`));
      await it.deps.advance(50);
      it.call(from + 2).answer();
      await response;
    }
    expect(it.deps.lines()).toEqual([["warn", { event: "origin-suspect", origin: C.url, failure: "slow" }]]);
  });
});
