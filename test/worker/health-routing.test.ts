import { describe, expect, test } from "vitest";
import type { Settings } from "../../src/engine/settings.ts";
import { BACKOFF, balance, route, seen } from "../support/balance.ts";
import { byHand } from "../support/by-hand.ts";
import { settle } from "../support/fake-deps.ts";
import { fleet, isProbe, type Manner, probes, traffic } from "../support/fleet.ts";
import { answers, connectionLost, fails, hang, inTurn, redirectTo } from "../support/responses.ts";
import { A, B, C, configured } from "../support/settings.ts";

/** Three origins in a state of their own, A first. */
function routed(over: Partial<Settings> = {}) {
  const origins = fleet();
  const bench = route(origins.script, over);
  return { ...bench, ...origins };
}

/** Sends a request, lets the clock go as far as it needs, and says whom it asked. */
async function asks(it: ReturnType<typeof routed>, method = "GET", path = "/several"): Promise<readonly string[]> {
  const from = it.deps.calls.length;
  const response = it.send(path, { method });
  await it.deps.advance(method === "POST" && path === "/one" ? 9_000 : 1_400);
  await response;
  return traffic(it.deps, from);
}

describe("a failed attempt makes its origin suspect, and suspects are tried last", () => {
  test.for([
    ["refuses", "network"],
    ["hangs", "slow"],
    [500, "status 500"],
    [503, "status 503"],
  ] as const)("%s: the first request pays for finding out, the others do not", async ([manner, failure]) => {
    const it = routed();
    it.set(A, manner);
    expect(await asks(it)).toEqual([A.url, B.url]);
    expect(await asks(it)).toEqual([B.url]);
    expect(await asks(it, "POST")).toEqual([B.url]);
    expect(it.deps.lines().filter(([, line]) => (line as { event: string }).event === "origin-suspect")).toEqual([
      ["warn", { event: "origin-suspect", origin: A.url, failure }],
    ]);
  });

  test("with routing off, each request pays", async () => {
    const origins = fleet();
    const { deps, send, events } = balance(origins.script);
    origins.set(A, "refuses");
    for (let i = 0; i < 3; i++) await send("/several");
    expect(traffic(deps)).toEqual([A.url, B.url, A.url, B.url, A.url, B.url]);
    expect([probes(deps), new Set(events())]).toEqual([[], new Set(["attempt-failed"])]);
  });

  test("one is left out by none: with the others down it is asked, within the same bound", async () => {
    const it = routed();
    it.set(A, "refuses");
    await asks(it);
    it.set(A, "answers", "refuses");
    it.set(B, "refuses");
    it.set(C, "refuses");
    expect(await asks(it)).toEqual([B.url, C.url]);
    expect(await asks(it)).toEqual([A.url]);
  });

  test("all suspect is as if none were", async () => {
    const it = routed({ maxAttempts: 3 });
    for (const one of [A, B, C]) it.set(one, "refuses");
    expect(await asks(it)).toEqual([A.url, B.url, C.url]);
    expect(await asks(it)).toEqual([A.url, B.url, C.url]);
  });

  test("a single-attempt route starts at the first origin that is not suspect", async () => {
    const it = routed();
    it.set(A, "refuses");
    expect(await asks(it, "POST", "/one")).toEqual([A.url]);
    expect(await asks(it, "POST", "/one")).toEqual([B.url]);
    it.set(B, 500);
    await asks(it);
    expect(await asks(it, "POST", "/one")).toEqual([C.url]);
  });

  test("a body that can be sent once goes to one that is not suspect", async () => {
    const it = routed();
    it.set(A, "refuses");
    await asks(it);
    const from = it.deps.calls.length;
    await it.send("/several", { method: "POST", body: "x".repeat(100) });
    expect(traffic(it.deps, from)).toEqual([B.url]);
  });

  test("one that falls while the first attempt is under way is tried after the healthy one", async () => {
    const { script, call, calls } = byHand();
    const { send } = route(script);
    const slow = send("/several");
    await settle();
    const other = send("/several", { method: "POST" });
    await settle();
    call(1).fail(connectionLost());
    await settle();
    call(2).fail(connectionLost());
    await other;
    expect(calls.map(({ url }) => new URL(url).origin)).toEqual([A.url, A.url, B.url]);
    call(0).fail(connectionLost());
    await settle();
    call(3).answer();
    expect([await seen(await slow), new URL(call(3).url).origin]).toEqual([[200, "from c.example"], C.url]);
  });
});

describe("what is no fault of the origin makes nobody suspect", () => {
  test("a redirect loop", async () => {
    const { deps, send, events } = route(() => redirectTo("/several?more"));
    expect(await seen(await send("/several"))).toEqual([503, "nothing left: redirect loop"]);
    await send("/several");
    expect(new Set(traffic(deps))).toEqual(new Set([A.url]));
    expect(events()).toEqual(["attempt-failed", "all-failed", "attempt-failed", "all-failed"]);
  });

  test("a fault of ours", async () => {
    const { deps, send, events } = route(() => {
      throw new TypeError("x");
    });
    for (let i = 0; i < 2; i++) await send("/several");
    expect([traffic(deps), events().includes("origin-suspect")]).toEqual([[A.url, A.url], false]);
  });

  test.for([200, 301, 400, 401, 404, 409, 429, 499])("an answer of %i", async (status) => {
    const { send, events } = route(answers(status, {}, null));
    await send("/several");
    expect(events()).toEqual([]);
  });
});

describe("suspect is the origin that was being asked at that moment", () => {
  const toB = inTurn(() => redirectTo(`${B.url}/several?2`), fails, answers(200));

  test("when it failed after a redirect", async () => {
    const { deps, send } = route(toB);
    await send("/several");
    expect(deps.lines()).toContainEqual(["warn", { event: "origin-suspect", origin: B.url, failure: "network" }]);
    expect(traffic(deps)).toEqual([A.url, B.url, C.url]);
  });

  test("when it was slow after a redirect", async () => {
    const { deps, send } = route(inTurn(() => redirectTo(`${B.url}/several?2`), hang, answers(200)));
    const response = send("/several");
    await deps.advance(150);
    expect(deps.lines()).toEqual([["warn", { event: "origin-suspect", origin: B.url, failure: "slow" }]]);
    await deps.advance(550);
    expect((await response).status).toBe(200);
  });
});

describe("a slow origin is suspect there and then, while its attempt goes on", () => {
  test("others go elsewhere at once, and its late answer is handed on", async () => {
    const { script, call } = byHand();
    const { deps, send, events } = route(script);
    const late = send("/several");
    await deps.advance(149);
    expect(events()).toEqual([]);
    await deps.advance(1);
    expect(events()).toEqual(["origin-suspect"]);
    const other = send("/several");
    await settle();
    call(1).answer();
    expect(await seen(await other)).toEqual([200, "from b.example:8443"]);
    await deps.advance(500);
    expect([call(0).aborted(), traffic(deps)]).toEqual([false, [A.url, B.url]]);
    call(0).answer();
    expect(await seen(await late)).toEqual([200, "from a.example"]);
    expect(events()).toEqual(["origin-suspect"]);
  });

  test("its late answer does not bring it back: only a probe does", async () => {
    const { script, call } = byHand();
    const { deps, send } = route(script);
    const late = send("/several");
    await deps.advance(200);
    call(0).answer();
    await late;
    const other = send("/several");
    await settle();
    expect(traffic(deps)).toEqual([A.url, B.url]);
    call(1).answer();
    await other;
  });

  test("its timeout is as long as ever, and is no second change", async () => {
    const it = routed();
    it.set(A, "hangs");
    const response = it.send("/several");
    await it.deps.advance(699);
    expect([traffic(it.deps), it.failures()]).toEqual([[A.url], []]);
    await it.deps.advance(1);
    expect([(await response).status, it.failures(), it.events()]).toEqual([200, ["timeout"], ["origin-suspect", "attempt-failed"]]);
  });

  test("a single-attempt route is long by nature, and never slow", async () => {
    const it = routed();
    it.set(A, "hangs");
    const response = it.send("/one", { method: "POST" });
    await it.deps.advance(8_999);
    expect(it.events()).toEqual([]);
    await it.deps.advance(1);
    expect([(await response).status, it.events()]).toEqual([503, ["attempt-failed", "origin-suspect", "all-failed"]]);
  });

  test("an answer in time is no slow one, however long its body takes", async () => {
    const it = routed();
    await it.send("/several");
    await it.deps.advance(1_000_000);
    expect(it.events()).toEqual([]);
  });
});

describe("an attempt that began before the origin's last return says nothing", () => {
  test("a timeout that comes after the return", async () => {
    const it = routed();
    it.set(A, "hangs", "answers");
    const stale = it.send("/several");
    await it.deps.advance(150);
    it.set(A, "answers");
    await it.deps.advance(BACKOFF.firstMs);
    await it.send("/several");
    await settle();
    expect(it.events()).toEqual(["origin-suspect", "origin-back"]);
    await it.deps.advance(700);
    await stale;
    expect(it.events()).toEqual(["origin-suspect", "origin-back", "attempt-failed"]);
    expect(await asks(it)).toEqual([A.url]);
  });
});

describe("a suspect returns through a probe, which traffic launches", () => {
  test("not before its wait is over, and only when a request comes", async () => {
    const it = routed();
    it.set(A, "refuses", "answers");
    await it.send("/several");
    await it.deps.advance(99);
    await it.send("/several");
    expect(probes(it.deps)).toEqual([]);
    await it.deps.advance(10_000);
    expect(probes(it.deps)).toEqual([]);
    it.set(A, "answers");
    await it.send("/several");
    await settle();
    expect([probes(it.deps), it.events()]).toEqual([[A.url], ["attempt-failed", "origin-suspect", "origin-back"]]);
    expect(await asks(it)).toEqual([A.url]);
  });

  test("the waits double from the end of each probe that finds it down, up to the highest", async () => {
    const it = routed();
    it.set(A, "refuses", "hangs");
    await it.send("/several");
    const sentAt: number[] = [];
    let seenProbes = 0;
    for (let ms = 0; ms < 4_000; ms += 10) {
      await it.deps.advance(10);
      await it.send("/several");
      if (probes(it.deps).length > seenProbes) sentAt.push(ms + 10);
      seenProbes = probes(it.deps).length;
    }
    const waits = sentAt.map((at, i) => at - (i === 0 ? 0 : (sentAt[i - 1] ?? 0) + 400));
    expect(waits).toEqual([100, 200, 400, 500, 500]);
  }, 30_000);

  test("none is sent for an origin that is no suspect", async () => {
    const it = routed();
    for (let i = 0; i < 5; i++) {
      await it.deps.advance(1_000);
      await it.send("/several");
    }
    expect([probes(it.deps), it.deferred]).toEqual([[], []]);
  });

  test("it is kept alive by the request that launched it", async () => {
    const it = routed();
    it.set(A, "refuses", "hangs");
    await it.send("/several");
    await it.deps.advance(100);
    await it.send("/several");
    expect(it.deferred.length).toBeGreaterThan(0);
    let kept = true;
    void Promise.all(it.deferred).then(() => {
      kept = false;
    });
    await settle();
    expect(kept).toBe(true);
    await it.deps.advance(400);
    expect(kept).toBe(false);
  });

  test("one probe at a time per origin, however many requests come", async () => {
    const it = routed();
    it.set(A, "refuses", "hangs");
    await it.send("/several");
    await it.deps.advance(100);
    for (let i = 0; i < 20; i++) await it.send("/several");
    await it.deps.advance(399);
    for (let i = 0; i < 20; i++) await it.send("/several");
    expect(probes(it.deps)).toEqual([A.url]);
  });

  test("and the aggregate shares it", async () => {
    const it = routed();
    it.set(A, "refuses", "hangs");
    await it.send("/several");
    await it.deps.advance(100);
    await it.send("/several");
    const aggregate = it.send("/own-health");
    await settle();
    expect(probes(it.deps).filter((url) => url === A.url)).toHaveLength(1);
    await it.deps.advance(400);
    expect(await (await aggregate).json()).toMatchObject({ available: 2, total: 3 });
  });

  test("a relapse within the minute waits one step longer", async () => {
    const it = routed();
    const falls = async (): Promise<void> => {
      it.set(A, "refuses", "answers");
      await it.send("/several");
      it.set(A, "answers");
    };
    const returnsAfter = async (ms: number): Promise<void> => {
      await it.deps.advance(ms - 1);
      await it.send("/several");
      await settle();
      expect(it.events().at(-1)).not.toBe("origin-back");
      await it.deps.advance(1);
      await it.send("/several");
      await settle();
      expect(it.events().at(-1)).toBe("origin-back");
    };
    for (const ms of [100, 200, 400, 500, 500]) {
      await falls();
      await returnsAfter(ms);
      await it.deps.advance(999);
    }
    await it.deps.advance(1);
    await falls();
    await returnsAfter(100);
  });
});

describe("no request ever waits for a probe", () => {
  test.for([
    ["GET", "/several"],
    ["POST", "/several"],
    ["POST", "/one"],
  ] as const)("%s %s, before an origin whose health path hangs", async ([method, path]) => {
    const it = routed();
    it.set(A, "refuses", "hangs");
    await it.send("/several");
    await it.deps.advance(100);
    const response = it.send(path, { method });
    await settle();
    expect([probes(it.deps), (await response).status]).toEqual([[A.url], 200]);
    expect(it.deps.timers.filter(({ state }) => state === "armed").map(({ ms }) => ms)).toEqual([400]);
  });

  test("its own first fetch goes out before any probe", async () => {
    const it = routed();
    it.set(A, "refuses", "hangs");
    await it.send("/several");
    await it.deps.advance(100);
    const from = it.deps.calls.length;
    await it.send("/several");
    expect(it.deps.calls.slice(from).map(isProbe)).toEqual([false, true]);
  });
});

describe("probes in the background are four at a time for one request", () => {
  const many = Array.from({ length: 7 }, (_, i) => ({ url: `https://o${i}.example`, name: `o${i}`, healthPath: "/alive" }));

  test("the fifth when one of them has ended; two fetches are left to the request itself", async () => {
    const [first = A, ...rest] = many;
    const it = routed({ origins: configured(first, ...rest), maxAttempts: 7 });
    for (const one of many) it.set(one, "refuses", "hangs");
    await it.send("/several");
    for (const one of many) it.set(one, "answers", "hangs");
    await it.deps.advance(100);
    const from = it.deps.calls.length;
    expect((await it.send("/several")).status).toBe(200);
    await settle();
    expect([traffic(it.deps, from), probes(it.deps, from)]).toEqual([[first.url], many.slice(0, 4).map(({ url }) => url)]);
    await it.deps.advance(400);
    expect(probes(it.deps, from)).toEqual(many.map(({ url }) => url));
  });
});

describe("MOD-HEALTH-AGG: what the aggregate learns, forwarding knows, both ways", () => {
  test("an origin that it finds down is tried last", async () => {
    const it = routed();
    it.set(A, "answers", 500);
    expect(await (await it.send("/own-health")).json()).toMatchObject({ available: 2 });
    expect(await asks(it)).toEqual([B.url]);
    expect(it.deps.lines()).toEqual([["warn", { event: "origin-suspect", origin: A.url, failure: "status 500" }]]);
  });

  test("one that it finds up is back, however long its own probe would have to wait", async () => {
    const it = routed();
    it.set(A, "refuses", "answers");
    await it.send("/several");
    it.set(A, "answers");
    await it.send("/own-health");
    expect(await asks(it)).toEqual([A.url]);
    expect(it.events()).toEqual(["attempt-failed", "origin-suspect", "origin-back"]);
  });

  test("what it serves from memory is no news", async () => {
    const it = routed();
    await it.send("/own-health");
    it.set(A, "refuses");
    await it.send("/several");
    await it.send("/own-health");
    expect(await asks(it)).toEqual([B.url]);
    expect(it.events()).not.toContain("origin-back");
  });

  test("a probe that began before the fall does not bring it back", async () => {
    const { script, call, calls } = byHand();
    const { send, events } = route((sent, index) => (isProbe(sent) ? script : inTurn(fails, answers(200)))(sent, index - calls.length));
    const aggregate = send("/own-health");
    await settle();
    expect(calls).toHaveLength(3);
    await send("/several");
    for (const index of [0, 1, 2]) call(index).answer();
    await aggregate;
    expect(events()).toEqual(["attempt-failed", "origin-suspect"]);
  });

  test("with routing off, forwarding does not look at it", async () => {
    const origins = fleet();
    const { deps, send } = balance(origins.script);
    origins.set(A, "answers", 500);
    await send("/own-health");
    await send("/several");
    expect(traffic(deps)).toEqual([A.url]);
  });
});

describe("SAF-LOG-PURITY: of health, changes are logged, exactly once", () => {
  test.for([
    ["refuses", "network"],
    [502, "status 502"],
  ] as const)("%s, with many requests under way and after it", async ([manner, failure]) => {
    const it = routed();
    it.set(A, manner satisfies Manner);
    await Promise.all(Array.from({ length: 10 }, () => it.send("/several?token=secret")));
    for (let i = 0; i < 5; i++) await it.send("/several?token=secret");
    it.set(A, "answers");
    await it.deps.advance(100);
    await Promise.all(Array.from({ length: 10 }, () => it.send("/several?token=secret")));
    await settle();
    expect(it.deps.lines().filter(([, line]) => (line as { event: string }).event.startsWith("origin-"))).toEqual([
      ["warn", { event: "origin-suspect", origin: A.url, failure }],
      ["info", { event: "origin-back", origin: A.url }],
    ]);
    expect(JSON.stringify(it.deps.lines())).not.toContain("secret");
  });
});
