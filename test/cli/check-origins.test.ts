/** `check` on lists of origins: each finding from a file that has the fault. */
import { afterEach, describe, expect, test } from "vitest";
import type { Finding } from "../../cli/findings.ts";
import { findingsIn, folderWith, run } from "./support/command.ts";

const folders: { remove: () => void }[] = [];
const inFolder = (files: Readonly<Record<string, string>>): string => {
  // The entries, so that nothing is said of them.
  const folder = folderWith({ "src/index.ts": "", "deployments/primary-replica/index.ts": "", ...files });
  folders.push(folder);
  return folder.path;
};
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const HEAD = 'name = "lb"\nmain = "src/index.ts"\ncompatibility_date = "2025-01-01"\n';
const withList = (list: string, head = HEAD): string => `${head}[vars]\nBACKEND_ORIGINS_JSON = '${list}'\n`;
const serversList = (list: string): string => `main = "deployments/primary-replica/index.ts"\n[vars]\nSERVERS_JSON = '${list}'\n`;
const check = async (files: Readonly<Record<string, string>>, ...words: readonly string[]) => {
  const ran = await run(["check", "--offline", "--no-bundle", "--json", ...words], { cwd: inFolder(files) });
  expect(ran.err).toBe("");
  return { code: ran.code, findings: findingsIn(ran) };
};
const brief = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ severity, code, where }) => `${severity} ${code} ${where}`);
const lines = ({ findings }: { readonly findings: readonly Finding[] }) =>
  brief(findings.filter(({ where, code }) => /BACKEND_ORIGINS_JSON|SERVERS_JSON/.test(where) || code === "variable-misplaced"));

/** Two origins with nothing to complain of. */
const GOOD = '["https://a.acme.dev", "https://b.acme.dev"]';

test("a good list has no finding", async () => {
  const { code, findings } = await check({ "wrangler.toml": withList(GOOD) });
  expect(lines({ findings })).toEqual([]);
  expect(code).toBe(0);
});

describe("each fault of an entry is told with its line and index, and exit code 1", () => {
  test.for([
    ["origin-object", '{"url": "https://c.acme.dev", "weight": 2}'],
    ["origin-not-https", '"http://c.acme.dev"'],
    ["origin-credentials", '"https://user:hunter2@c.acme.dev"'],
    ["origin-path", '"https://c.acme.dev/hunter2"'],
    ["origin-query", '"https://c.acme.dev?hunter2"'],
    ["origin-fragment", '"https://c.acme.dev#hunter2"'],
    ["origin-empty", '""'],
    ["origin-not-text", "null"],
    ["origin-spelling", '"https:c.acme.dev"'],
  ] as const)("%s", async ([code, entry]) => {
    const ran = await run(["check", "--offline", "--no-bundle", "--json"], {
      cwd: inFolder({ "wrangler.toml": withList(`["https://a.acme.dev", ${entry}]`) }),
    });
    expect(lines({ findings: findingsIn(ran) })).toEqual([`error ${code} wrangler.toml:5 BACKEND_ORIGINS_JSON[1]`]);
    expect(ran.code).toBe(1);
    expect(ran.out + ran.err).not.toContain("hunter2");
  });

  test.for([
    ["error server-url", "[0].url", '{"url": "http://c.acme.dev"}'],
    ["error server-name", "[0].name", '{"url": "https://c.acme.dev", "name": ""}'],
    ["error server-health-path", "[0].healthCheckPath", '{"url": "https://c.acme.dev", "healthCheckPath": "health"}'],
    ["warning server-key-unknown", "[0]", '{"url": "https://c.acme.dev", "weight": 2}'],
    ["error origin-path", "[0]", '"https://c.acme.dev/x"'],
  ] as const)("%s", async ([what, place, entry]) => {
    const checked = await check({ "wrangler.toml": serversList(`[${entry}, "https://a.acme.dev"]`) });
    expect(lines(checked)).toEqual([`${what} wrangler.toml:3 SERVERS_JSON${place}`]);
  });

  test("all at once, and the good ones among them too", async () => {
    const checked = await check({ "wrangler.toml": withList('["http://a.acme.dev", "", "https://192.0.2.1"]') });
    const at = "wrangler.toml:5 BACKEND_ORIGINS_JSON";
    expect(lines(checked)).toEqual([`error origin-not-https ${at}[0]`, `error origin-empty ${at}[1]`, `error origin-ip ${at}[2]`]);
  });
});

describe("what the platform makes of an origin", () => {
  const ROUTES = `${HEAD}routes = ["lb.acme.dev/*", { pattern = "lb.wild.io", custom_domain = true, zone_name = "wild.io" }]\n`;
  const FLAG = 'compatibility_flags = ["global_fetch_strictly_public"]\n';
  const OLD = HEAD.replace("2025-01-01", "2024-01-01");
  test.for([
    ["an IPv4 address", HEAD, "https://192.0.2.1", ["error origin-ip"]],
    ["an IPv6 address of this machine", HEAD, "https://[::1]:9000", ["error origin-ip"]],
    ["another Worker", HEAD, "https://other.me.workers.dev", ["warning origin-worker"]],
    ["another Worker, with the flag", HEAD + FLAG, "https://other.me.workers.dev", []],
    ["its own address", HEAD, "https://lb.me.workers.dev", ["error origin-loop"]],
    ["its own address, with the flag", HEAD + FLAG, "https://lb.me.workers.dev", ["error origin-loop"]],
    ["its own route", ROUTES, "https://lb.acme.dev", ["error origin-loop"]],
    ["its own custom domain", ROUTES, "https://lb.wild.io", ["error origin-loop"]],
    ["one route, with a wildcard", `${HEAD}route = "*.acme.org/*"\n`, "https://c.acme.org", ["error origin-loop"]],
    ["its own zone", ROUTES, "https://c.acme.dev", ["hint origin-same-zone"]],
    ["its own zone by name", ROUTES, "https://c.d.wild.io", ["hint origin-same-zone"]],
    ["its own zone, with the flag", ROUTES + FLAG, "https://c.acme.dev", []],
    ["a port of the proxy", HEAD, "https://c.acme.dev:8443", []],
    ["another port", HEAD, "https://c.acme.dev:9000", ["warning origin-port"]],
    ["any port with an old date", OLD, "https://c.acme.dev:8443", ["error origin-port"]],
    ["an old date and its flag", `${OLD}compatibility_flags = ["allow_custom_ports"]\n`, "https://c.acme.dev:8443", []],
    [
      "a new date and the flag against it",
      `${HEAD}compatibility_flags = ["ignore_custom_ports"]\n`,
      "https://c.acme.dev:8443",
      ["error origin-port"],
    ],
    ["a local name", HEAD, "https://localhost:9000", ["warning origin-local"]],
    ["an example's name", HEAD, "https://c.example.com", ["warning origin-placeholder"]],
  ] as const)("%s", async ([, head, origin, expected]) => {
    const checked = await check({ "wrangler.toml": withList(`["https://a.acme.net", "${origin}"]`, head) });
    expect(lines(checked)).toEqual(
      expected.map((what) => expect.stringMatching(new RegExp(`^${what} wrangler.toml:\\d BACKEND_ORIGINS_JSON\\[1\\]$`))),
    );
  });

  test("one origin only", async () => {
    const checked = await check({ "wrangler.toml": withList('["https://a.acme.dev"]') });
    expect(lines(checked)).toEqual(["warning single-origin wrangler.toml:5 BACKEND_ORIGINS_JSON"]);
  });

  test("an origin twice, which leaves one", async () => {
    const checked = await check({ "wrangler.toml": withList('["https://a.acme.dev", "https://A.acme.dev:443/"]') });
    const at = "wrangler.toml:5 BACKEND_ORIGINS_JSON";
    expect(lines(checked)).toEqual([`warning origin-repeated ${at}[1]`, `warning single-origin ${at}`]);
    expect(checked.findings[0]?.found).toContain("[0] and [1]");
  });
});

describe("a value that is no list", () => {
  test.for([
    ["origins-not-json", "https://a.acme.dev"],
    ["origins-not-array", '{"url": "https://a.acme.dev"}'],
    ["origins-missing", ""],
    ["origins-missing", "[]"],
  ] as const)("%s: %s", async ([code, value]) => {
    expect(lines(await check({ "wrangler.toml": withList(value) }))).toEqual([`error ${code} wrangler.toml:5 BACKEND_ORIGINS_JSON`]);
  });

  test("origins-missing, where nothing is set, says how a secret is checked", async () => {
    const { findings } = await check({ "wrangler.toml": HEAD });
    expect(brief(findings)).toContain("error origins-missing wrangler.toml BACKEND_ORIGINS_JSON");
    expect(findings.find(({ code }) => code === "origins-missing")?.advice).toMatch(/under \[vars\].*\.dev\.vars.*--var/);
  });

  test.for(['vars = "hunter2"\n', "[[vars]]\nA = 1\n"])("origins-missing, where vars is no table: %j", async (vars) => {
    const { findings } = await check({ "wrangler.toml": `${HEAD}${vars}` });
    const [missing] = findings.filter(({ code }) => code === "origins-missing");
    expect(missing).toMatchObject({ found: "vars is no table, so nothing is set", advice: expect.stringContaining("[vars]") });
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  test("origins-missing, in an environment that inherits none, says to repeat them", async () => {
    const { findings } = await check({ "wrangler.toml": `${withList(GOOD)}[env.production]\n` }, "--env", "production");
    const missing = findings.find(({ code }) => code === "origins-missing");
    expect(missing?.found).toContain("line 5");
    expect(missing?.advice).toMatch(/not inherited.*\[env\.production\.vars\]/);
  });

  test("origins-missing, where only an environment has one, names it", async () => {
    const toml = `${HEAD}[env.production.vars]\nBACKEND_ORIGINS_JSON = '${GOOD}'\n`;
    const { findings } = await check({ "wrangler.toml": toml });
    expect(findings.find(({ code }) => code === "origins-missing")?.advice).toMatch(/production has one.*--env/);
  });
});

describe("variable-misplaced", () => {
  test.for([
    ["at the top", `BACKEND_ORIGINS_JSON = '${GOOD}'\n${HEAD}`, "wrangler.toml:1 BACKEND_ORIGINS_JSON", []],
    [
      "in another table",
      `${HEAD}[observability]\nLB_MAX_ATTEMPTS = 3\n[vars]\nBACKEND_ORIGINS_JSON = '${GOOD}'\n`,
      "wrangler.toml:5 LB_MAX_ATTEMPTS",
      [],
    ],
    ["in a misspelt table", `${HEAD}[var]\nBACKEND_ORIGINS_JSON = '${GOOD}'\n`, "wrangler.toml:5 BACKEND_ORIGINS_JSON", []],
    [
      "in the environment and not its vars",
      `${HEAD}[env.p]\nBACKEND_ORIGINS_JSON = '${GOOD}'\n[env.q]\nLB_VERSION = "1"\n`,
      "wrangler.toml:5 BACKEND_ORIGINS_JSON",
      ["--env", "p"],
    ],
  ] as const)("%s: its line, and no word of a missing list", async ([, toml, where, words]) => {
    expect(lines(await check({ "wrangler.toml": toml }, ...words))).toEqual([`error variable-misplaced ${where}`]);
  });
});

describe("of a list that is given several times", () => {
  const files = {
    "wrangler.toml": withList('["http://a.acme.dev"]'),
    ".dev.vars": `BACKEND_ORIGINS_JSON='["https://localhost:8443", "https://b.acme.dev"]'\n`,
  };
  test(".dev.vars does not hide what is deployed", async () =>
    expect(lines(await check(files))).toEqual([
      "error origin-not-https wrangler.toml:5 BACKEND_ORIGINS_JSON[0]",
      "warning origin-local .dev.vars:1 BACKEND_ORIGINS_JSON[0]",
      "warning dev-vars-override .dev.vars:1 BACKEND_ORIGINS_JSON",
    ]));
  test("--var does", async () => expect(lines(await check(files, "--var", `BACKEND_ORIGINS_JSON=${GOOD}`))).toEqual([]));
});

describe("a newcomer's broken list: who follows the advice literally has a clean one", () => {
  const proposed = (advice: string): string => /"https:\/\/[^"]+"/.exec(advice)?.[0] ?? "";
  test("entry by entry", async () => {
    const entries = [
      '"http://a.acme.dev:8080/app?x#y"',
      '"b.acme.dev"',
      '{"url": "https://c.acme.dev", "weight": 2}',
      '"https:\\\\\\\\d.acme.dev"',
    ];
    const { code, findings } = await check({ "wrangler.toml": withList(`[${entries.join(", ")}]`) });
    expect(code).toBe(1);
    const errors = findings.filter(({ where }) => where.includes("BACKEND_ORIGINS_JSON["));
    expect(errors).toHaveLength(entries.length);
    const again = await check({ "wrangler.toml": withList(`[${errors.map(({ advice }) => proposed(advice)).join(", ")}]`) });
    expect(lines(again)).toEqual([]);
    expect(again.code).toBe(0);
  });

  test.for([
    ["https://a.acme.dev, https://b.acme.dev"],
    ['["http://a.acme.dev", "b.acme.dev/",]'],
    ['{"a": "https://a.acme.dev", "b": "https://b.acme.dev/x"}'],
  ])("as a whole: %s", async ([value = ""]) => {
    const { findings } = await check({ "wrangler.toml": withList(value) });
    const line = /write {2}(BACKEND_ORIGINS_JSON = '[^']+')/.exec(findings[0]?.advice ?? "")?.[1];
    const again = await check({ "wrangler.toml": `${HEAD}[vars]\n${line}\n` });
    expect(lines(again)).toEqual([]);
    expect(again.code).toBe(0);
  });
});
