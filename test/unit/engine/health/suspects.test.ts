import { describe, expect, test } from "vitest";
import type { Verdict } from "../../../../src/engine/health/probe.ts";
import { backoff, interval, type Scheduler } from "../../../../src/engine/health/schedule.ts";
import { createSuspects } from "../../../../src/engine/health/suspects.ts";
import { createLog } from "../../../../src/engine/log.ts";
import { fakeDeps } from "../../../support/fake-deps.ts";
import { A, B, C, origin } from "../../../support/settings.ts";

const UP: Verdict = { up: true, status: 204 };
const DOWN: Verdict = { up: false, status: 503, failure: "status 503" };

const BACKOFF = backoff({ firstMs: 1_000, maxMs: 30_000, relapseMs: 60_000 });

function bench(scheduler: Scheduler = BACKOFF) {
  const deps = fakeDeps();
  const suspects = createSuspects([A, B, C], scheduler, deps, createLog(deps));
  return {
    deps,
    suspects,
    /** Who is suspect, of A, B and C. */
    now: () => [A, B, C].filter(suspects.isSuspect).map(({ url }) => url),
    /** What is logged, in order. */
    events: () => deps.lines().map(([, line]) => (line as { readonly event: string }).event),
  };
}

describe("an origin is suspect from its failure on, until a probe finds it up", () => {
  test("nobody is at first", () => {
    const { suspects, now } = bench();
    expect([now(), suspects.due(), suspects.known(A)]).toEqual([[], [], undefined]);
  });

  test.for([
    ["timeout", null],
    ["network", null],
    ["status 502", 502],
    ["slow", null],
  ] as const)("%s", ([failure, status]) => {
    const { suspects, now } = bench();
    suspects.failed(B, failure, suspects.ticket());
    expect([now(), suspects.known(B)]).toEqual([[B.url], { up: false, status, failure }]);
  });

  test("an answer to a request does not bring it back, only a probe does", () => {
    const { suspects, now } = bench();
    suspects.failed(A, "network", suspects.ticket());
    suspects.answered(A);
    expect(now()).toEqual([A.url]);
    suspects.probed(A, UP, suspects.ticket());
    expect([now(), suspects.known(A)]).toEqual([[], UP]);
  });

  test("a probe that finds it down keeps it", () => {
    const { suspects, now } = bench();
    suspects.failed(A, "network", suspects.ticket());
    suspects.probed(A, DOWN, suspects.ticket());
    expect([now(), suspects.known(A)]).toEqual([[A.url], DOWN]);
  });

  test("a probe that finds an origin down makes it suspect, whoever asked for it", () => {
    const { suspects, now } = bench();
    suspects.probed(C, DOWN, suspects.ticket());
    expect([now(), suspects.known(C)]).toEqual([[C.url], DOWN]);
  });

  test("one origin's failure says nothing of another", () => {
    const { suspects, now } = bench();
    suspects.failed(A, "network", suspects.ticket());
    suspects.failed(C, "timeout", suspects.ticket());
    suspects.probed(A, UP, suspects.ticket());
    expect(now()).toEqual([C.url]);
  });

  test("an origin that is not configured is a fault of ours", () => {
    expect(() => bench().suspects.isSuspect(origin("https://elsewhere.example"))).toThrow();
  });
});

describe("evidence that was begun before the last change says nothing", () => {
  test("a failure of an attempt that started before the return", () => {
    const { suspects, now } = bench();
    const before = suspects.ticket();
    suspects.failed(A, "timeout", suspects.ticket());
    const probe = suspects.ticket();
    suspects.probed(A, UP, probe);
    suspects.failed(A, "timeout", before);
    suspects.failed(A, "timeout", probe);
    expect(now()).toEqual([]);
    suspects.failed(A, "timeout", suspects.ticket());
    expect(now()).toEqual([A.url]);
  });

  test("a probe begun before the fall that found it up", () => {
    const { suspects, now } = bench();
    const probe = suspects.ticket();
    suspects.failed(A, "timeout", suspects.ticket());
    suspects.probed(A, UP, probe);
    expect([now(), suspects.known(A)?.up]).toEqual([[A.url], false]);
  });

  test("a probe begun before the return that found it down", () => {
    const { suspects, now } = bench();
    const probe = suspects.ticket();
    suspects.failed(A, "timeout", suspects.ticket());
    suspects.probed(A, UP, suspects.ticket());
    suspects.probed(A, DOWN, probe);
    expect([now(), suspects.known(A)]).toEqual([[], UP]);
  });

  test("the change of another origin ages nothing", () => {
    const { suspects, now } = bench();
    const before = suspects.ticket();
    suspects.failed(B, "timeout", suspects.ticket());
    suspects.probed(B, UP, suspects.ticket());
    suspects.failed(A, "timeout", before);
    expect(now()).toEqual([A.url]);
  });

  test("a stale probe still ends: the next one is planned from its end", async () => {
    const { deps, suspects } = bench();
    const probe = suspects.ticket();
    suspects.failed(A, "timeout", suspects.ticket());
    await deps.advance(1_000);
    suspects.probed(A, UP, probe);
    await deps.advance(1_999);
    expect(suspects.due()).toEqual([]);
    await deps.advance(1);
    expect(suspects.due()).toEqual([A]);
  });
});

describe("three lost races in a row make an origin slow", () => {
  const loses = ({ suspects }: ReturnType<typeof bench>, times: number, ticket = suspects.ticket()): void => {
    for (let i = 0; i < times; i++) suspects.lostRace(A, ticket);
  };

  test.for([
    [1, []],
    [2, []],
    [3, [A.url]],
    [4, [A.url]],
  ] as const)("%i: %j", ([times, expected]) => {
    const it = bench();
    loses(it, times);
    expect(it.now()).toEqual(expected);
    if (expected.length > 0) expect(it.suspects.known(A)).toEqual({ up: false, status: null, failure: "slow" });
  });

  test("an answer in between starts the count again", () => {
    const it = bench();
    loses(it, 2);
    it.suspects.answered(A);
    loses(it, 2);
    expect(it.now()).toEqual([]);
    loses(it, 1);
    expect(it.now()).toEqual([A.url]);
  });

  test("another origin's answer or race does not", () => {
    const it = bench();
    loses(it, 2);
    it.suspects.answered(B);
    it.suspects.lostRace(B, it.suspects.ticket());
    loses(it, 1);
    expect(it.now()).toEqual([A.url]);
  });

  test("a fall and a return start the count again", () => {
    const it = bench();
    loses(it, 2);
    it.suspects.failed(A, "network", it.suspects.ticket());
    loses(it, 5);
    it.suspects.probed(A, UP, it.suspects.ticket());
    loses(it, 2);
    expect(it.now()).toEqual([]);
  });

  test("a race that began before the return is no evidence", () => {
    const it = bench();
    const before = it.suspects.ticket();
    it.suspects.failed(A, "network", before);
    it.suspects.probed(A, UP, it.suspects.ticket());
    loses(it, 3, before);
    expect(it.now()).toEqual([]);
  });
});

describe("SAF-LOG-PURITY: changes of state are logged, once each, and nothing else is", () => {
  test("a fall and a return", () => {
    const { deps, suspects } = bench();
    suspects.failed(A, "status 502", suspects.ticket());
    suspects.probed(A, UP, suspects.ticket());
    suspects.probed(B, DOWN, suspects.ticket());
    expect(deps.lines()).toEqual([
      ["warn", { event: "origin-suspect", origin: A.url, failure: "status 502" }],
      ["info", { event: "origin-back", origin: A.url }],
      ["warn", { event: "origin-suspect", origin: B.url, failure: "status 503" }],
    ]);
  });

  test("more of the same is no change", () => {
    const { suspects, events } = bench();
    for (let i = 0; i < 3; i++) suspects.failed(A, "network", suspects.ticket());
    for (let i = 0; i < 3; i++) suspects.probed(A, DOWN, suspects.ticket());
    for (let i = 0; i < 3; i++) suspects.lostRace(A, suspects.ticket());
    for (let i = 0; i < 3; i++) suspects.probed(A, UP, suspects.ticket());
    expect(events()).toEqual(["origin-suspect", "origin-back"]);
  });

  test("nor is an answer, one lost race or stale evidence", () => {
    const { suspects, events } = bench();
    suspects.answered(A);
    suspects.lostRace(A, suspects.ticket());
    suspects.probed(A, UP, suspects.ticket());
    expect(events()).toEqual([]);
  });
});

describe("whose probe is due", () => {
  test("a suspect's, a second after its fall, and no other's", async () => {
    const { deps, suspects } = bench();
    suspects.failed(C, "network", suspects.ticket());
    await deps.advance(999);
    expect(suspects.due()).toEqual([]);
    await deps.advance(1);
    expect(suspects.due()).toEqual([C]);
  });

  test("nobody's after the return", async () => {
    const { deps, suspects } = bench();
    suspects.failed(C, "network", suspects.ticket());
    await deps.advance(1_000);
    suspects.probed(C, UP, suspects.ticket());
    await deps.advance(3_600_000);
    expect(suspects.due()).toEqual([]);
  });

  test("with more failures of a suspect it is not put off", async () => {
    const { deps, suspects } = bench();
    suspects.failed(C, "network", suspects.ticket());
    await deps.advance(900);
    suspects.failed(C, "network", suspects.ticket());
    await deps.advance(100);
    expect(suspects.due()).toEqual([C]);
  });

  test("by an interval everybody's, at once, and each again when its own result is old", async () => {
    const { deps, suspects } = bench(interval(5_000));
    expect(suspects.due()).toEqual([A, B, C]);
    suspects.probed(A, UP, suspects.ticket());
    await deps.advance(2_000);
    suspects.probed(C, DOWN, suspects.ticket());
    expect(suspects.due()).toEqual([B]);
    await deps.advance(3_000);
    expect(suspects.due()).toEqual([A, B]);
    await deps.advance(2_000);
    expect(suspects.due()).toEqual([A, B, C]);
  });
});
