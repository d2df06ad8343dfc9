/** Where a body streams and where it is held is as `explain` says, in the real runtime. */
import { expect, test } from "vitest";
import { askedFrom } from "../../cli/explain/asked.ts";
import { forwarded } from "../../cli/explain/forwarded.ts";
import { balance } from "../support/balance.ts";
import { fails } from "../support/responses.ts";
import { A, B, C, someSettings } from "../support/settings.ts";

/** As the test settings have it. */
const LIMIT = 16;

test.for([0, 1, LIMIT, LIMIT + 1, 1000])("a body of %i bytes", async (size) => {
  const settings = someSettings();
  const match = settings.matchRoute("POST", "/several");
  if (match.kind !== "route") throw new Error("no route");
  const asked = askedFrom("POST", "/several");
  const said = forwarded({ asked, settings, route: match.route, origins: [A, B, C], noun: "origin", bodyBytes: size });
  const { deps, send } = balance(async (call, index) => {
    await new Response(call.init.body ?? null).text();
    return fails(call, index);
  });
  await send("/several", { method: "POST", body: "x".repeat(size), headers: { "content-length": String(size) } });
  expect(deps.calls).toHaveLength(said.attempts);
  expect(deps.calls[0]?.init.body instanceof ReadableStream).toBe(said.isStreamed);
});
