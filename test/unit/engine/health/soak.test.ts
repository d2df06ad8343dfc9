/**
 * The whole balancer before origins that fail and heal at random, under traffic, on a clock that moves by hand.
 * What must never be is checked with every call that goes out; what must come to be, at the end.
 *
 * A failure prints the seed and the shortest sequence that leads to it. `SOAK_SEED` and `SOAK_RUNS` ask for others.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBalancer } from "../../../../src/engine/balancer.ts";
import { backoff, interval } from "../../../../src/engine/health/schedule.ts";
import type { Origin } from "../../../../src/engine/model.ts";
import { type Call, fakeDeps } from "../../../support/fake-deps.ts";
import { connectionLost, hang } from "../../../support/responses.ts";
import { configured, origin, someRoutes, withScheduler } from "../../../support/settings.ts";

const SEED = Number(process.env["SOAK_SEED"] ?? 930_001);
const RUNS = Number(process.env["SOAK_RUNS"] ?? 150);
const TIME_LIMIT_MS = 8_000;

const BACKOFF = { firstMs: 100, maxMs: 500, relapseMs: 1_000 };
const SLOW_MS = 150;
const LATE_MS = 300;
const PROBE_TIMEOUT_MS = 400;
const JOB_TIMEOUT_MS = 9_000;
/** A probe that was never heard of is given up this long after it was sent, so that another may start. */
const PROBE_LOST_MS = PROBE_TIMEOUT_MS + 250;
const TICK_MS = 50;
/** A probe from before the origin was well, the longest wait, the next tick of traffic, and a tick for the answer. */
const BACK_WITHIN_MS = PROBE_LOST_MS + BACKOFF.maxMs + 2 * TICK_MS;

/** `late` answers after what counts as slow; `lost` is never heard of, not even when it is given up. */
type Manner = "answers" | "refuses" | "hangs" | "late" | "fails";
type Health = Manner | "lost";

type Step =
  | { readonly do: "set"; readonly origin: number; readonly manner: Manner; readonly health: Health }
  | { readonly do: "pass"; readonly ms: number }
  | { readonly do: "ask"; readonly method: "GET" | "POST"; readonly path: "/several" | "/one"; readonly chance: number }
  | { readonly do: "aggregate" }
  /** All origins are well from now on, and traffic flows for a while. */
  | { readonly do: "heal" };

interface Setup {
  readonly origins: number;
  readonly maxAttempts: number;
  readonly hedgeMs: number | undefined;
  readonly probing: "backoff" | "interval";
}

/** A request that the balancer was given, or a probe, which is a request of its own here. */
interface Asked {
  readonly bound: number;
  readonly tried: string[];
  pending: number;
  settled: boolean;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function soak({ origins: count, maxAttempts, hedgeMs, probing }: Setup) {
  const origins: readonly Origin[] = Array.from({ length: count }, (_, i) => origin(`https://o${i}.example`));
  const manners = new Map<string, { manner: Manner; health: Health; wellSince: number }>();
  const asked = new Map<string, Asked>();
  const probeSentAt = new Map<string, number>();
  const suspectSince = new Map<string, number>();
  const aggregates: Asked[] = [];
  let chance = 0;

  const answer = (call: Call, manner: Health): Promise<Response> => {
    if (manner === "lost") {
      // A probe is lost with its caller, who may be any of these, and hears of nothing any more.
      for (const aggregate of aggregates) aggregate.settled = true;
      return new Promise(() => undefined);
    }
    if (manner === "hangs") return hang(call);
    if (manner === "refuses") return Promise.reject(connectionLost());
    if (manner !== "late") return Promise.resolve(new Response(null, { status: manner === "fails" ? 502 : 200 }));
    return Promise.race([
      hang(call),
      new Promise<Response>((resolve) => {
        deps.after(LATE_MS, () => resolve(new Response(null)));
      }),
    ]);
  };
  const isSuspect = ({ url }: Origin): boolean => suspectSince.has(url);

  const probed = async (call: Call, url: string, health: Health): Promise<Response> => {
    const since = probeSentAt.get(url);
    if (since !== undefined && deps.now() - since < PROBE_LOST_MS) throw fault(`two probes at once for ${url}`);
    const sentAt = deps.now();
    probeSentAt.set(url, sentAt);
    try {
      return await answer(call, health);
    } finally {
      if (probeSentAt.get(url) === sentAt) probeSentAt.delete(url);
    }
  };
  const requested = async (call: Call, url: string, manner: Manner): Promise<Response> => {
    const request = asked.get(new URL(call.url).search) ?? expect.fail("a call that no request made");
    if (request.settled) throw fault("an attempt for a request that has its answer");
    if (request.tried.includes(url)) throw fault(`${url} is tried twice in one request`);
    const untried = origins.filter((one) => !request.tried.includes(one.url));
    if (suspectSince.has(url) && !untried.every(isSuspect)) throw fault(`${url} is suspect and was preferred`);
    request.tried.push(url);
    if (request.tried.length > request.bound) throw fault("more attempts than the bound");
    request.pending++;
    try {
      return await answer(call, manner);
    } finally {
      request.pending--;
    }
  };

  /** A fault is kept, since the balancer would take it for a failed attempt. */
  const faults: string[] = [];
  const fault = (text: string): Error => {
    faults.push(text);
    return new Error(text);
  };

  const deps = fakeDeps(
    (call) => {
      const { origin: url, pathname } = new URL(call.url);
      const { manner, health } = manners.get(url) ?? expect.fail(`a stranger is asked: ${url}`);
      return pathname === "/alive" ? probed(call, url, health) : requested(call, url, manner);
    },
    () => chance,
    settled,
  );
  const watching = {
    ...deps,
    log: (level: "info" | "warn" | "error", line: string) => {
      deps.log(level, line);
      const { event, origin: url } = JSON.parse(line) as { readonly event: string; readonly origin: string };
      if (event === "origin-suspect") {
        if (suspectSince.has(url)) fault(`${url} was suspect already`);
        suspectSince.set(url, deps.now());
      }
      if (event === "origin-back" && !suspectSince.delete(url)) fault(`${url} was no suspect`);
    },
  };
  for (const { url } of origins) manners.set(url, { manner: "answers", health: "answers", wellSince: deps.now() });

  const [first = origin("https://o0.example"), ...rest] = origins;
  const matchRoute = someRoutes({ slowMs: SLOW_MS });
  const scheduler = probing === "backoff" ? backoff(BACKOFF) : interval(BACKOFF.maxMs);
  const settings = withScheduler(scheduler, { origins: configured(first, ...rest), matchRoute, maxAttempts, hedgeMs });
  const balancer = createBalancer(settings, watching);

  const begin = (path: string, method: string, request: Asked): void => {
    Promise.resolve(balancer(new Request(`https://lb.example${path}`, { method }), () => undefined)).then(
      ({ status }) => {
        request.settled = true;
        if (status !== 200 && status !== 503) fault(`an answer of ${status}`);
      },
      () => fault("a request was rejected"),
    );
  };
  const ask = (method: "GET" | "POST", path: "/several" | "/one"): void => {
    const id = `?${asked.size}`;
    const request = { bound: path === "/one" ? 1 : Math.min(maxAttempts, count), tried: [], pending: 0, settled: false };
    asked.set(id, request);
    begin(path + id, path === "/one" ? "POST" : method, request);
  };

  /** What holds whenever nothing more can happen without time. */
  const check = (): void => {
    for (const [id, { tried, pending, settled: isOver }] of asked) {
      if (tried.length === 0) fault(`request ${id} was left without an attempt`);
      if (!isOver && pending === 0) fault(`request ${id} waits for something that is none of its attempts`);
    }
    expect(faults).toEqual([]);
  };
  const pass = async (ms: number): Promise<void> => {
    await deps.advance(ms);
    check();
  };
  const heal = async (): Promise<void> => {
    for (const state of manners.values()) {
      if (state.manner !== "answers" || state.health !== "answers") state.wellSince = deps.now();
      state.manner = "answers";
      state.health = "answers";
    }
    for (let ms = 0; ms < 2 * BACK_WITHIN_MS; ms += TICK_MS) {
      ask("GET", "/several");
      await pass(TICK_MS);
      for (const [url, since] of suspectSince) {
        const wellSince = manners.get(url)?.wellSince ?? 0;
        if (deps.now() - Math.max(since, wellSince) > BACK_WITHIN_MS) fault(`${url} is well and stays suspect`);
      }
    }
  };

  return {
    run: async (steps: readonly Step[]): Promise<void> => {
      for (const step of steps) {
        if (step.do === "pass") await pass(step.ms);
        else if (step.do === "heal") await heal();
        else if (step.do === "set") {
          const { url } = origins[step.origin % count] ?? first;
          const isWell = step.manner === "answers" && step.health === "answers";
          manners.set(url, { manner: step.manner, health: step.health, wellSince: isWell ? deps.now() : Number.POSITIVE_INFINITY });
        } else if (step.do === "aggregate") {
          const request = { bound: 0, tried: [], pending: 0, settled: false };
          aggregates.push(request);
          begin("/own-health", "GET", request);
          await pass(0);
        } else {
          ({ chance } = step);
          ask(step.method, step.path);
          await pass(0);
        }
      }
      await heal();
      await pass(JOB_TIMEOUT_MS);
      await heal();
      expect([...suspectSince.keys()]).toEqual([]);
      // The very last request may be on its way still where it was the one that waited longest.
      await pass(JOB_TIMEOUT_MS);
      expect([...asked.values(), ...aggregates].filter((request) => !request.settled)).toEqual([]);
      expect(deps.timers.filter(({ state }) => state === "armed")).toEqual([]);
      check();
    },
    /** How much of the machine was seen at work. */
    seen: () => deps.lines().map(([, line]) => (line as { readonly event: string }).event),
  };
}

const manner = fc.constantFrom<Manner>("answers", "refuses", "hangs", "late", "fails");
const health = fc.oneof({ weight: 4, arbitrary: manner }, { weight: 1, arbitrary: fc.constant<Health>("lost") });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("set" as const), origin: fc.nat(3), manner, health }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.oneof(fc.integer({ min: 1, max: 160 }), fc.nat(2_000)) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      method: fc.constantFrom("GET" as const, "POST" as const),
      path: fc.constantFrom("/several" as const, "/several" as const, "/several" as const, "/one" as const),
      chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "aggregate" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "heal" as const }) },
);
const setup = fc.record({
  origins: fc.integer({ min: 1, max: 4 }),
  maxAttempts: fc.integer({ min: 1, max: 5 }),
  hedgeMs: fc.constantFrom(undefined, 40, 140, 400),
  probing: fc.constantFrom("backoff" as const, "interval" as const),
});

test("NFR-HA-MULTI-INSTANCE: whatever happens, in whatever order, nothing is tried twice, left out, left waiting or suspect for ever", async () => {
  const events = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(setup, fc.array(step, { maxLength: 40, size: "max" }), async (how, steps) => {
      const { run, seen } = soak(how);
      await run(steps);
      for (const event of seen()) events.set(event, (events.get(event) ?? 0) + 1);
    }),
    { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: TIME_LIMIT_MS },
  );
  for (const event of ["origin-suspect", "origin-back", "attempt-failed", "all-failed"]) {
    expect([event, (events.get(event) ?? 0) > 50]).toEqual([event, true]);
  }
}, 60_000);
