/** `check` on variables: what is ignored, changed, unread, or not what is deployed. */
import { describe, expect, test } from "vitest";
import { findingsFor, ORIGINS, only, SERVERS, tomlWith } from "./support/checking.ts";

const said = (severity: string, where: string, found: RegExp, advice: RegExp): unknown => ({
  severity,
  where: expect.stringContaining(where),
  found: expect.stringMatching(found),
  advice: expect.stringMatching(advice),
});

describe("a value that does not hold as it stands is told, with what to write instead", () => {
  test.for([
    [
      "value-ignored",
      `${ORIGINS}\nLB_MAX_ATTEMPTS = "many"`,
      "warning",
      ":7 LB_MAX_ATTEMPTS",
      /"many".*default holds: 2$/,
      /whole number of attempts/,
    ],
    [
      "value-ignored",
      `${ORIGINS}\nLB_REQUEST_TIMEOUT_MS = "10s"`,
      "warning",
      "LB_REQUEST",
      /"10s".*: 10000 ms$/,
      /LB_REQUEST_TIMEOUT_MS = "10000"/,
    ],
    ["value-seconds", `${ORIGINS}\nLB_REQUEST_TIMEOUT_MS = 10`, "warning", "LB_REQUEST", /10 ms/, /LB_REQUEST_TIMEOUT_MS = "10000"$/],
    ["value-ignored", `${ORIGINS}\nLB_HEDGE_MS = "-5"`, "warning", "LB_HEDGE_MS", /stays off$/, /or remove it$/],
    [
      "value-ignored",
      `${ORIGINS}\nLB_HEALTH_ROUTING = true`,
      "warning",
      "LB_HEALTH_ROUTING",
      /it is true.*: off$/,
      /LB_HEALTH_ROUTING = "on"/,
    ],
    ["value-ignored", `${ORIGINS}\nLB_HEALTH_ROUTING = "false"`, "hint", "LB_HEALTH_ROUTING", /"false".*: off$/, /= "off"/],
    [
      "value-ignored",
      `${SERVERS}\nRETRY_UNSAFE = "allways"`,
      "warning",
      "RETRY_UNSAFE",
      /a text.*: undelivered$/,
      /RETRY_UNSAFE = "always"/,
    ],
    [
      "value-ignored",
      `${SERVERS}\nSTATUS_PATH = "hunterhunter"`,
      "warning",
      "STATUS_PATH",
      /a text.*nowhere$/,
      /STATUS_PATH = "\/_lb\/status"/,
    ],
    ["value-ignored", `${SERVERS}\nSTATUS_PATH = "status"`, "warning", "STATUS_PATH", /a text.*nowhere$/, /STATUS_PATH = "\/status"/],
    ["value-date", `${ORIGINS}\nLB_VERSION = 2025-01-01`, "error", "LB_VERSION", /a date/, /"2025-01-01"$/],
    ["value-date", `${ORIGINS}\nLB_HEDGE_MS = 2025-01-01T10:00:00Z`, "error", "LB_HEDGE_MS", /a date/, /in quotes/],
    ["value-misread", `${ORIGINS}\nLB_HEDGE_MS = 2025-01-01\nLB_SLOW_MS = [900]`, "warning", "LB_SLOW_MS", /a list.* 900$/, /= "900"/],
    ["value-misread", `${ORIGINS}\nLB_MAX_ATTEMPTS = true`, "warning", "LB_MAX_ATTEMPTS", /is true/, /LB_MAX_ATTEMPTS = "2"/],
    [
      "value-misread",
      `${ORIGINS}\nLB_REQUEST_TIMEOUT_MS = true`,
      "warning",
      "LB_REQUEST",
      /it is true, .* the number 1$/,
      /milliseconds itself/,
    ],
    [
      "value-capped",
      `${ORIGINS}\nLB_HEALTH_TTL_MS = "3000000000"`,
      "warning",
      "LB_HEALTH_TTL_MS",
      /held at 2147483647 ms$/,
      /at most 2147483647/,
    ],
    [
      "value-capped",
      `${ORIGINS}\nLB_MAX_REPLAY_BYTES = 64000000`,
      "warning",
      "LB_MAX_REPLAY",
      /held at 33554432 bytes$/,
      /at most 33554432/,
    ],
    ["value-capped", `${SERVERS}\nMAX_REPLAY_BYTES = 64000000`, "warning", "MAX_REPLAY", /held at 33554432 bytes$/, /at most 33554432/],
    ["value-rounded", `${ORIGINS}\nLB_MAX_ATTEMPTS = 2.7`, "hint", "LB_MAX_ATTEMPTS", /is 2\.7, and is read as 2$/, /= "2"/],
    ["value-unused", `${ORIGINS}\nLB_SLOW_MS = 900`, "hint", "LB_SLOW_MS", /LB_HEALTH_ROUTING is off/, /= "on"/],
    [
      "value-unused",
      `${ORIGINS}\nLB_HEALTH_ROUTING = "on"\nLB_SLOW_MS = 10000`,
      "hint",
      "LB_SLOW_MS",
      /no attempt waits for 10000 ms/,
      /less than 10000/,
    ],
    ["value-unused", `${ORIGINS}\nLB_HEDGE_MS = 10000`, "hint", "LB_HEDGE_MS", /no attempt waits for 10000 ms/, /less than 10000/],
    ["value-unused", `${ORIGINS}\nLB_HEDGE_MS = 200\nLB_MAX_ATTEMPTS = 1`, "hint", "LB_HEDGE_MS", /LB_MAX_ATTEMPTS allows one/, /to 2/],
  ] as const)("%s: %s", async ([code, vars, severity, where, found, advice]) => {
    expect(only(await findingsFor(tomlWith(vars)), code)).toEqual([said(severity, where, found, advice)]);
  });

  test("of a date nothing is said but that", async () => {
    const findings = await findingsFor(tomlWith(`${ORIGINS}\nLB_HEDGE_MS = 2025-01-01\nLB_MAX_ATTEMPTS = 2025-01-01`));
    const said = findings.filter(({ where }) => /LB_HEDGE_MS|LB_MAX_ATTEMPTS/.test(where)).map(({ code }) => code);
    expect(said).toEqual(["value-date", "value-date"]);
  });

  test("value-unused: the first release has no /worker to wait for", async () => {
    const toml = tomlWith(`${ORIGINS}\nLB_WORKER_TIMEOUT_MS = 1000`);
    const findings = await findingsFor(toml, { words: ["--deployment", "messageweave-v1"] });
    expect(only(findings, "value-unused")).toEqual([said("hint", "LB_WORKER_TIMEOUT_MS", /no POST \/worker/, /^remove it$/)]);
    expect(only(findings, "worker-under-floor")).toEqual([]);
  });

  test("values as they should be are passed over in silence", async () => {
    const vars = `${ORIGINS}\nLB_HEALTH_ROUTING = " On "\nLB_SLOW_MS = "2000"\nLB_HEDGE_MS = 300\nLB_MAX_ATTEMPTS = " 2 "`;
    expect((await findingsFor(tomlWith(vars))).filter(({ code }) => code.startsWith("value-"))).toEqual([]);
  });
});

describe("unknown-variable", () => {
  test.for([
    ["a typo", "LB_MAX_ATEMPTS = 3", /no variable of this name/, /^did you mean LB_MAX_ATTEMPTS\?$/],
    [
      "a typo of one that is set",
      "LB_MAX_ATEMPTS = 3\nLB_MAX_ATTEMPTS = 3",
      /no variable/,
      /^remove it: LB_MAX_ATTEMPTS is set already, wrangler\.toml:8/,
    ],
    ["another case", 'lb_health_routing = "on"', /no variable/, /^did you mean LB_HEALTH_ROUTING\?$/],
    ["another deployment's", "MAX_ATTEMPTS = 3", /read by primary-replica, not by messageweave/, /the name here is LB_MAX_ATTEMPTS/],
    ["another deployment's own", 'RETRY_UNSAFE = "never"', /read by primary-replica/, /entry of the deployment/],
    ["a setting of wrangler", "workers_dev = true", /setting of wrangler/, /^move it above \[vars\]$/],
    ["a secret", 'RECONCILE_TOKEN = "hunter2"', /needs no secret/, /plain text/],
    ["anything else", 'COLOUR = "hunter2"', /no variable/, /what is read: BACKEND_ORIGINS_JSON/],
  ] as const)("%s", async ([, line, found, advice]) => {
    const findings = await findingsFor(tomlWith(`${ORIGINS}\n${line}`));
    expect(only(findings, "unknown-variable")).toEqual([said("warning", "wrangler.toml:7 ", found, advice)]);
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  test("in .dev.vars as well, without its value", async () => {
    const findings = await findingsFor(tomlWith(ORIGINS), { files: { ".dev.vars": "# mine\nTG_WEBHOOK_SECRET=hunter2\n" } });
    expect(only(findings, "unknown-variable")).toEqual([said("warning", ".dev.vars:2 TG_WEBHOOK_SECRET", /needs no secret/, /backends/)]);
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });
});

describe("what stands in .dev.vars is not what is deployed", () => {
  const overridden = { files: { ".dev.vars": 'LB_MAX_ATTEMPTS="3"\n' } };
  const deployed = tomlWith(`${ORIGINS}\nLB_MAX_ATTEMPTS = "ten"`);

  test("dev-vars-override: it hides another value, which is looked at all the same", async () => {
    const findings = await findingsFor(deployed, overridden);
    expect(only(findings, "dev-vars-override")).toEqual([
      said("warning", ".dev.vars:1 LB_MAX_ATTEMPTS", /wrangler\.toml:7 LB_MAX_ATTEMPTS/, /--no-dev-vars/),
    ]);
    expect(only(findings, "value-ignored")).toEqual([said("warning", "wrangler.toml:7", /a text|"ten"/, /./)]);
  });

  test.for([
    ["the same value", tomlWith(`${ORIGINS}\nLB_MAX_ATTEMPTS = 3`), overridden],
    ["--no-dev-vars", deployed, { ...overridden, words: ["--no-dev-vars"] }],
    ["--var, which replaces both", deployed, { ...overridden, words: ["--var", "LB_MAX_ATTEMPTS=2"] }],
  ] as const)("nothing is hidden with %s", async ([, toml, checking]) => {
    expect(only(await findingsFor(toml, checking), "dev-vars-override")).toEqual([]);
  });

  test("dev-vars-only: the list of origins has to get there some other way", async () => {
    const toml = `main = "worker.js"\ncompatibility_date = "2025-01-01"\n[env.production]\n`;
    const files = { "my.toml": toml, ".dev.vars": ORIGINS };
    const findings = await findingsFor(toml, { files, words: ["--config", "my.toml", "--env", "production"] });
    expect(only(findings, "dev-vars-only")).toEqual([
      said("hint", ".dev.vars:1", /not deployed/, /npx wrangler secret put BACKEND_ORIGINS_JSON --config my\.toml --env production$/),
    ]);
  });

  test("dev-vars-only: so has anything else that the deployment reads", async () => {
    const findings = await findingsFor(tomlWith(ORIGINS), overridden);
    expect(only(findings, "dev-vars-only")).toEqual([said("hint", ".dev.vars:1", /the default holds$/, /or under \[vars\]$/)]);
  });
});

test("a word that may be a password pasted into the wrong line is not repeated", async () => {
  const vars = ["LB_MAX_ATTEMPTS", "LB_HEALTH_ROUTING", "LB_HEDGE_MS"].map((name) => `${name} = "correcthorse"`).join("\n");
  expect(JSON.stringify(await findingsFor(tomlWith(`${ORIGINS}\n${vars}`)))).not.toContain("correcthorse");
});
