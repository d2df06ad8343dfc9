/** SPEC 3: the first release's gateway, as it is deployed. */
import { expect } from "vitest";
import { status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";

test("MOD-HEALTH-AGG: GET /healthz is the gateway's own aggregate", async ({ lab }) => {
  const up = await lab.origin();
  const down = await lab.origin(status(503));
  const gateway = await lab.deployment("messageweave-v1", { BACKEND_ORIGINS_JSON: JSON.stringify([up.url, down.url]), LB_VERSION: "v" });
  const answer = await gateway.send("/healthz");
  expect(JSON.parse(answer.text)).toEqual({
    status: "ok",
    version: "v",
    available: 1,
    total: 2,
    backends: [
      { origin: up.url, up: true, status: 200 },
      { origin: down.url, up: false, status: 503 },
    ],
  });
});

test.for([
  ["GET", "/ready", 200],
  ["POST", "/webhook/tg", 200],
  ["POST", "/reconcile", 200],
  ["GET", "/", 404],
  ["POST", "/worker", 404],
  ["GET", "/healthz-worker", 404],
  ["POST", "/api/telegram/register-webhook", 404],
  ["POST", "/healthz", 405],
] as const)("%s %s: %i", async ([method, path, expected], { lab }) => {
  const origin = await lab.origin();
  const gateway = await lab.deployment("messageweave-v1", { BACKEND_ORIGINS_JSON: JSON.stringify([origin.url]) });
  const answer = await gateway.send(path, { method, ...(method === "POST" && { body: "{}" }) });
  expect([answer.status, origin.arrivals.length]).toEqual([expected, expected === 200 ? 1 : 0]);
});
