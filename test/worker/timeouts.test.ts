import { describe, expect, test } from "vitest";
import { balance, seen } from "../support/balance.ts";
import { settle } from "../support/fake-deps.ts";
import { answers, fails, hang, inTurn, redirectTo, watchedBody } from "../support/responses.ts";

describe("one timer is armed per attempt", () => {
  test("and cleared when the head is here", async () => {
    const { deps, send } = balance(answers(200));
    await send("/several");
    expect(deps.timers.map(({ ms, state }) => [ms, state])).toEqual([[700, "cleared"]]);
  });

  test("and cleared when the attempt fails", async () => {
    const { deps, send } = balance(inTurn(fails, answers(500)));
    await send("/several");
    expect(deps.timers.map(({ state }) => state)).toEqual(["cleared", "cleared"]);
  });

  test("with the route's own timeout", async () => {
    const { deps, send } = balance(answers(200));
    await send("/one", { method: "POST" });
    expect(deps.timers.map(({ ms }) => ms)).toEqual([9_000]);
  });

  test("for all its redirects together", async () => {
    const { deps, send } = balance(inTurn(() => redirectTo("/several?2"), hang, answers(200)));
    const response = send("/several");
    await deps.advance(699);
    expect(deps.calls).toHaveLength(2);
    await deps.advance(1);
    expect([(await response).status, deps.calls.length, deps.timers.length]).toEqual([200, 3, 2]);
  });

  test("not while the attempt before it is still waiting", async () => {
    const { deps, send } = balance(inTurn(hang, hang));
    const response = send("/several");
    await deps.advance(699);
    expect(deps.timers).toHaveLength(1);
    await deps.advance(1);
    expect(deps.timers.map(({ state }) => state)).toEqual(["fired", "armed"]);
    await deps.advance(700);
    expect((await response).status).toBe(503);
  });
});

describe("an origin that hangs", () => {
  test("is given up after the timeout, not before, and the next one is asked", async () => {
    const { deps, send, failures } = balance(inTurn(hang, answers(200)));
    const response = send("/several");
    await deps.advance(699);
    expect(deps.calls).toHaveLength(1);
    await deps.advance(1);
    expect(await seen(await response)).toEqual([200, "status 200"]);
    expect(failures()).toEqual(["timeout"]);
  });

  test("is a timeout, whatever fetch says when it is aborted", async () => {
    const { deps, send, failures } = balance(
      inTurn(
        ({ init }) =>
          new Promise((_, reject) => {
            init.signal?.addEventListener("abort", () => reject(new TypeError("something else")));
          }),
        answers(200),
      ),
    );
    const response = send("/several");
    await deps.advance(700);
    expect([(await response).status, failures()]).toEqual([200, ["timeout"]]);
  });

  test("is given up once on a single-attempt route", async () => {
    const { deps, send } = balance(hang);
    const response = send("/one", { method: "POST" });
    await deps.advance(8_999);
    expect(deps.lines()).toEqual([]);
    await deps.advance(1);
    expect(await seen(await response)).toEqual([503, "nothing left: timeout"]);
    expect(deps.calls).toHaveLength(1);
  });
});

describe("a body that flows is never cut", () => {
  test("the attempt is not aborted after its head, however long the body takes", async () => {
    const body = watchedBody();
    const { deps, send } = balance(() => new Response(body.stream));
    const response = await send("/several");
    await deps.advance(1_000_000);
    expect([deps.calls[0]?.init.signal?.aborted, body.state()]).toEqual([false, "untouched"]);
    await response.body?.cancel();
    await settle();
    expect(body.state()).toBe("cancelled");
  });
});
