/** `check` on budgets: attempts and waits, beside what the platform, the senders and the backends grant. */
import { describe, expect, test } from "vitest";
import { findingsFor, listOf, ORIGINS, only, SERVERS, tomlWith } from "./support/checking.ts";

const said = (severity: string, where: string, found: RegExp, advice: RegExp): unknown => ({
  severity,
  where: expect.stringContaining(where),
  found: expect.stringMatching(found),
  advice: expect.stringMatching(advice),
});

const many = (count: number, more: string): string => `BACKEND_ORIGINS_JSON = '${listOf(count)}'\n${more}`;

describe("a budget that does not add up is told, with the sum and with what would fit", () => {
  test.for([
    ["attempts-capped", `${ORIGINS}\nLB_MAX_ATTEMPTS = 3`, "hint", ":7 LB_MAX_ATTEMPTS", /3 attempts.* 2 origins/, /= "2"/],
    ["attempts-capped", `${SERVERS}\nMAX_ATTEMPTS = 3`, "hint", ":7 MAX_ATTEMPTS", /3 attempts.* 2 servers/, /= "2"/],
    ["one-attempt", `${ORIGINS}\nLB_MAX_ATTEMPTS = 1`, "warning", ":7 LB_MAX_ATTEMPTS", /the first of the 2: nothing is spread$/, /= "2"/],
    ["one-attempt", `${SERVERS}\nMAX_ATTEMPTS = 1`, "warning", ":7 MAX_ATTEMPTS", /not tried at another$/, /= "2"/],
    ["subrequests", many(9, "LB_MAX_ATTEMPTS = 9"), "warning", "LB_MAX_ATTEMPTS", /^9 attempts × 6 .* = 54 /, /= "8"/],
    ["subrequests", many(9, 'LB_MAX_ATTEMPTS = 7\nLB_HEALTH_ROUTING = "on"'), "warning", "LB_MAX", /× 6 .* \+ 9 probes = 51 /, /= "6"/],
    ["subrequests", many(46, 'LB_HEALTH_ROUTING = "on"'), "warning", "LB_MAX_ATTEMPTS", /= 58 /, /at most 38 origins/],
    ["subrequests", many(51, ""), "warning", ":6 BACKEND_ORIGINS_JSON", /healthz-worker asks each of the 51/, /at most 50/],
    ["subrequests", `SERVERS_JSON = '${listOf(49)}'`, "warning", "MAX_ATTEMPTS", /^2 attempts \+ 49 probes = 51 /, /at most 48 servers/],
    [
      "attempts-over-sender",
      `${ORIGINS}\nLB_REQUEST_TIMEOUT_MS = 40000`,
      "warning",
      "LB_REQUEST",
      /2 attempts × 40000 ms = 80000/,
      // Not one attempt: that has a warning of its own.
      /"30000"$/,
    ],
    [
      "attempts-over-sender",
      `BACKEND_ORIGINS_JSON = '${listOf(3)}'\nLB_REQUEST_TIMEOUT_MS = 25000\nLB_MAX_ATTEMPTS = 3`,
      "warning",
      "LB_REQUEST",
      /3 attempts × 25000 ms = 75000/,
      /"20000" .* to 2$/,
    ],
    ["attempts-over-sender", `${ORIGINS}\nLB_REQUEST_TIMEOUT_MS = 70000`, "warning", "LB_REQUEST", /= 140000/, /"30000"$/],
    ["reconcile-under-lease", `${ORIGINS}\nLB_RECONCILE_TIMEOUT_MS = 300000`, "warning", "LB_RECONCILE", /is 300000 ms/, /= "320000"/],
    ["worker-under-floor", `${ORIGINS}\nLB_WORKER_TIMEOUT_MS = 299999`, "warning", "LB_WORKER", /is 299999 ms/, /= "300000"/],
    ["routing-off", ORIGINS, "hint", "LB_HEALTH_ROUTING", /^it is off.*2 origins/, /= "on"/],
    ["over-proxy-limit", ORIGINS, "hint", "RECONCILE_TIMEOUT_MS, LB_WORKER_TIMEOUT_MS", /320000 ms and .* 300000 ms, .*524$/, /DNS only/],
    ["over-proxy-limit", `${SERVERS}\nREQUEST_TIMEOUT_MS = 100001`, "hint", ":7 REQUEST_TIMEOUT_MS", /is 100001 ms/, /DNS only/],
  ] as const)("%s: %s", async ([code, vars, severity, where, found, advice]) => {
    expect(only(await findingsFor(tomlWith(vars)), code)).toEqual([said(severity, where, found, advice)]);
  });

  test("over-proxy-limit: the first release waits for /reconcile alone", async () => {
    const findings = await findingsFor(tomlWith(ORIGINS), { words: ["--deployment", "messageweave-v1"] });
    expect(only(findings, "over-proxy-limit")).toEqual([
      said("hint", "toml LB_RECONCILE_TIMEOUT_MS", /^LB_RECONCILE_TIMEOUT_MS is 320000 ms, /, /./),
    ]);
  });
});

describe("a budget that just fits is passed over in silence", () => {
  test.for([
    ["attempts-capped", `${ORIGINS}\nLB_MAX_ATTEMPTS = 2`],
    ["one-attempt", many(1, "LB_MAX_ATTEMPTS = 1")],
    ["subrequests", many(8, "LB_MAX_ATTEMPTS = 8")],
    ["subrequests", many(50, "")],
    ["subrequests", many(38, 'LB_HEALTH_ROUTING = "on"')],
    ["subrequests", `SERVERS_JSON = '${listOf(48)}'`],
    ["attempts-over-sender", `${ORIGINS}\nLB_REQUEST_TIMEOUT_MS = 30000`],
    ["attempts-over-sender", `${SERVERS}\nREQUEST_TIMEOUT_MS = 90000`],
    ["reconcile-under-lease", `${ORIGINS}\nLB_RECONCILE_TIMEOUT_MS = 300001`],
    ["worker-under-floor", `${ORIGINS}\nLB_WORKER_TIMEOUT_MS = 300000`],
    ["routing-off", `${ORIGINS}\nLB_HEALTH_ROUTING = "on"`],
    ["routing-off", many(1, "")],
    ["routing-off", SERVERS],
    ["over-proxy-limit", `${SERVERS}\nREQUEST_TIMEOUT_MS = 100000`],
  ] as const)("%s: %s", async ([code, vars]) => {
    expect(only(await findingsFor(tomlWith(vars)), code)).toEqual([]);
  });
});

describe("the runtime's behaviour is the one that was measured with", () => {
  const bare = (top: string): string => `main = "worker.js"\n${top}\n[vars]\n${ORIGINS}\n`;

  test.for([
    ["another", 'compatibility_date = "2026-02-01"', "wrangler.toml:2 ", /^it is 2026-02-01/],
    ["none", "", "wrangler.toml ", /not set/],
  ] as const)("compatibility-date: %s", async ([, line, where, found]) => {
    expect(only(await findingsFor(bare(line)), "compatibility-date")).toEqual([said("warning", where, found, /= "2025-01-01"/)]);
  });

  test.for([
    ["one without quotes", "compatibility_date = 2025-01-01", /in quotes/],
    ["no month", 'compatibility_date = "2023-13-45"', /no date/],
    ["no day", 'compatibility_date = "2025-02-30"', /no date/],
    ["a word", 'compatibility_date = "latest"', /no date/],
  ] as const)("compatibility-date, which wrangler refuses: %s", async ([, line, found]) => {
    expect(only(await findingsFor(bare(line)), "compatibility-date")).toEqual([said("error", "wrangler.toml:2 ", found, /= "2025-01-01"/)]);
  });

  test("compatibility-date: that of the environment is the one that counts", async () => {
    const toml = `${tomlWith(ORIGINS)}[env.staging]\ncompatibility_date = "2024-01-01"\n[env.staging.vars]\n${ORIGINS}\n`;
    expect(only(await findingsFor(toml), "compatibility-date")).toEqual([]);
    expect(only(await findingsFor(toml, { words: ["--env", "staging"] }), "compatibility-date")).toEqual([
      said("warning", "wrangler.toml:8 ", /2024-01-01/, /./),
    ]);
  });

  test.for([
    ["nodejs_compat", "warning", /polyfills/, /no-node-compat\.md/],
    ["nodejs_compat_v2", "warning", /polyfills/, /no-node-compat\.md/],
    ["global_fetch_strictly_public", "hint", /1042/, /keep it/],
    ["brotli_content_encoding", "warning", /^brotli_content_encoding is set/, /remove it/],
  ] as const)("compatibility-flag: %s", async ([flag, severity, found, advice]) => {
    const toml = tomlWith(ORIGINS, `compatibility_flags = ["${flag}"]`);
    expect(only(await findingsFor(toml), "compatibility-flag")).toEqual([said(severity, "wrangler.toml:4 ", found, advice)]);
  });
});
