/** `status` of built gateways in the real runtime. */
import { describe, expect } from "vitest";
import type { Gateway } from "../e2e/support/gateway.ts";
import { status as answering } from "../e2e/support/https-origin.ts";
import { run } from "./support/command.ts";
import { test } from "./support/trust.ts";

const urlOf = ({ port }: Gateway, path = ""): string => `https://localhost:${port}${path}`;

describe("messageweave", () => {
  test("all up: the table, exit code 0", async ({ lab, trusting }) => {
    const origins = [await lab.origin(), await lab.origin(answering(404))];
    const gateway = await lab.gateway(origins, { LB_VERSION: "2026.1" });
    const { code, out, err } = await run(["status", urlOf(gateway)], trusting);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(
      [
        "ok, version 2026.1, 2 of 2 up",
        "",
        "origin                   up  status",
        `${origins[0]?.url}  up  200`,
        `${origins[1]?.url}  up  404`,
        "",
      ].join("\n"),
    );
  });

  test("some down: exit code 1, and which", async ({ lab, trusting }) => {
    const origins = [await lab.origin(), await lab.dead(), await lab.origin(answering(502))];
    const { code, out, err } = await run(["status", urlOf(await lab.gateway(origins))], trusting);
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain("ok, version unknown, 1 of 3 up\n");
    expect(out).toContain(`${origins[1]?.url}  down  no answer\n`);
    expect(out).toContain(`${origins[2]?.url}  down  502\n`);
  });

  test("all down: the same table, exit code 2", async ({ lab, trusting }) => {
    const origin = await lab.origin(answering(500));
    const { code, out, err } = await run(["status", urlOf(await lab.gateway([origin]))], trusting);
    expect([code, err]).toEqual([2, ""]);
    expect(out).toMatch(/^down, version unknown, 0 of 1 up\n/);
    expect(out).toContain(`${origin.url}  down  500\n`);
  });

  test("no origin: what to set, exit code 2", async ({ lab, trusting }) => {
    const { code, out } = await run(["status", urlOf(await lab.worker({}))], trusting);
    expect(code).toBe(2);
    expect(out).toMatch(/^no-backends, version unknown, 0 of 0 up\n\nno origin is configured: set BACKEND_ORIGINS_JSON/);
  });

  test.for([[], ["--json"]])("malformed origins: one line that says what to run, exit code 2 %j", async (words, { lab, trusting }) => {
    const gateway = await lab.worker({ BACKEND_ORIGINS_JSON: '["http://hunter2.example"]' });
    const { code, out, err } = await run(["status", urlOf(gateway), ...words], trusting);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^https:\/\/localhost:\d+\/healthz-worker: misconfigured backends: .* messageweave-lb check .*\n$/);
  });

  test("--json prints what the gateway says, and nothing else; the exit code stays", async ({ lab, trusting }) => {
    const gateway = await lab.gateway([await lab.origin(), await lab.dead()]);
    const { code, out, err } = await run(["status", urlOf(gateway), "--json"], trusting);
    expect([code, err]).toEqual([1, ""]);
    const body: unknown = JSON.parse((await gateway.send("/healthz-worker")).text);
    expect(out).toBe(`${JSON.stringify(body, null, 2)}\n`);
  });

  test("its /healthz is a backend's, and is told from it", async ({ lab, trusting }) => {
    const gateway = await lab.gateway([await lab.origin()]);
    const { code, out, err } = await run(["status", urlOf(gateway, "/healthz")], trusting);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/from behind it: leave out the path/);
  });
});

describe("messageweave-v1", () => {
  test("has it at /healthz, and elsewhere one is told so", async ({ lab, trusting }) => {
    const gateway = await lab.deployment("messageweave-v1", { BACKEND_ORIGINS_JSON: JSON.stringify([(await lab.origin()).url]) });
    expect(await run(["status", urlOf(gateway, "/healthz")], trusting)).toMatchObject({ code: 0, err: "" });
    const { code, err } = await run(["status", urlOf(gateway)], trusting);
    expect(code).toBe(2);
    expect(err).toMatch(/not at this path; a messageweave-v1 has it at \/healthz/);
  });
});

describe("primary-replica", () => {
  test("names come first; what is not known yet counts as up", async ({ lab, trusting }) => {
    const servers = [
      { url: (await lab.dead()).url, name: "Home" },
      { url: (await lab.origin()).url, name: "Hetzner, Falkenstein" },
    ];
    const gateway = await lab.deployment("primary-replica", { SERVERS_JSON: JSON.stringify(servers), STATUS_PATH: "/_lb/status" });
    const url = urlOf(gateway, "/_lb/status");
    const first = await run(["status", url], trusting);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toMatch(/^ok, version unknown, 2 of 2 up \(2 not known yet\)\n\nname {18}origin .* up {7}status\n/);
    expect(first.out).toContain(`Home                  ${servers[0]?.url}  unknown  -\n`);
    // The first look has had them probed.
    const watching = await run(["status", url, "--expect-version", "unknown"], trusting);
    expect(watching.code).toBe(1);
    expect(watching.out).toContain(`Hetzner, Falkenstein  ${servers[1]?.url}  up    200\n`);
    expect(watching.out).toContain(`Home                  ${servers[0]?.url}  down  no answer\n`);
  });

  test("without its STATUS_PATH a server answers, and is told from it", async ({ lab, trusting }) => {
    const gateway = await lab.deployment("primary-replica", { SERVERS_JSON: JSON.stringify([(await lab.origin()).url]) });
    const { code, err } = await run(["status", urlOf(gateway)], trusting);
    expect(code).toBe(2);
    expect(err).toMatch(/from behind it: name the STATUS_PATH/);
  });
});
