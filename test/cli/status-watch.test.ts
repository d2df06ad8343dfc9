/** `status --watch` and `--expect-version` of built gateways in the real runtime. */
import { expect } from "vitest";
import { freePort } from "../../dev/ports.ts";
import { type RunningWorker, startWorkerd } from "../../dev/workerd.ts";
import { status as answering, greet } from "../e2e/support/https-origin.ts";
import { until } from "../e2e/support/until.ts";
import { run, start } from "./support/command.ts";
import { test } from "./support/trust.ts";

/** Nothing is remembered, so that each answer is fresh. */
const FRESH = { LB_HEALTH_TTL_MS: "1" };

test("in a pipe each change is a line, and Ctrl-C ends it with the exit code of the last answer", async ({ lab, trusting }) => {
  const origins = [await lab.origin(), await lab.origin()] as const;
  const gateway = await lab.gateway(origins, FRESH);
  const { child, out, ended } = start(["status", `https://localhost:${gateway.port}`, "--watch", "0.1"], trusting);
  await until("the state", () => out().includes(`${origins[1].url}  up  200\n`));
  origins[1].behave = answering(502);
  await until("one down", () => out().includes(`${origins[1].url} down (502)\n`));
  origins[1].behave = greet;
  await until("all up", () => out().includes(`${origins[1].url} up (200)\n`));
  await gateway.stop();
  await until("gone", () => /\d\d:\d\d:\d\d the connection was (?:refused|closed)/.test(out()));
  child.kill("SIGINT");
  const ran = await ended;
  expect([ran.code, ran.err]).toEqual([2, ""]);
  expect(ran.out).toMatch(/^ok, version unknown, 2 of 2 up\n/);
  expect(ran.out).toMatch(/\n$/);
});

test.for(["SIGINT", "SIGTERM"] as const)("%s while an answer is waited for ends it at once", async (signal, { lab, trusting }) => {
  const silent = await lab.origin(() => undefined);
  const { child, ended } = start(["status", silent.url, "--watch"], trusting);
  await until("it asks", () => silent.arrivals.length > 0);
  const began = performance.now();
  child.kill(signal);
  expect(await ended).toEqual({ code: 2, out: "", err: "" });
  expect(performance.now() - began).toBeLessThan(5000);
});

test("a reader that leaves ends it", async ({ lab, trusting }) => {
  const origin = await lab.origin();
  const gateway = await lab.gateway([origin], FRESH);
  const { child, out, ended } = start(["status", `https://localhost:${gateway.port}`, "--watch", "0.1", "--json"], trusting);
  await until("two lines", () => out().split("\n").length > 2);
  child.stdout?.destroy();
  expect((await ended).code).toBe(0);
});

test("--expect-version waits through a rollout: the old version, nothing, the new one", async ({ lab, built, trusting }) => {
  const env = { BACKEND_ORIGINS_JSON: JSON.stringify([(await lab.origin()).url]) };
  const securePort = await freePort();
  const deployed = (version: string): Promise<RunningWorker> =>
    startWorkerd({ ...built, bundle: built.bundles.messageweave, env: { ...env, LB_VERSION: version }, securePort, trustPublic: false });
  const old = await deployed("0.2.0");
  const { err, ended } = start(["status", `localhost:${securePort}`, "--expect-version", "0.3.0", "--wait", "15"], trusting);
  await until("the old version", () => err().includes("waiting for 0.3.0: still 0.2.0 (0 s)\n"));
  await old.stop();
  await until("nothing", () => err().includes("waiting for 0.3.0: the connection was refused"));
  const current = await deployed("0.3.0");
  const ran = await ended;
  await current.stop();
  expect(ran.code).toBe(0);
  expect(ran.out).toMatch(/^ok, version 0\.3\.0, 1 of 1 up\n/);
  expect(ran.err).toMatch(/\n0\.3\.0 is live after \d+ s\n$/);
});

test("a version that does not come is told in time: exit code 2", async ({ lab, trusting }) => {
  const gateway = await lab.gateway([await lab.origin()], { LB_VERSION: "0.2.0" });
  const words = ["status", `https://localhost:${gateway.port}`, "--expect-version", "0.3.0", "--wait", "0.5"];
  const { code, out, err } = await run(words, trusting);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/\/healthz-worker: 0\.3\.0 is not live after \d+ s: still 0\.2\.0\n$/);
});
