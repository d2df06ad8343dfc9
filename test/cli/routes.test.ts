/** `routes`, from a folder of its own. */
import { afterEach, describe, expect, test } from "vitest";
import { folderWith, type Ran, run } from "./support/command.ts";

const folders: { remove: () => void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const routes = (words: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<Ran> => {
  const folder = folderWith(files);
  folders.push(folder);
  return run(["routes", ...words], { cwd: folder.path });
};

const ORIGINS = `BACKEND_ORIGINS_JSON = '["https://a.example", "https://b.example", "https://c.example"]'`;
const toml = (...vars: readonly string[]): Readonly<Record<string, string>> => ({
  "wrangler.toml": ['main = "src/index.ts"', "[vars]", ...vars, "[env.slow.vars]", ORIGINS, "LB_REQUEST_TIMEOUT_MS = 25000"].join("\n"),
});

describe("what the configuration says is what is shown", () => {
  test("paths, methods, attempts and timeouts, and what the gateway answers itself", async () => {
    const { code, out, err } = await routes([], toml(ORIGINS, "LB_MAX_ATTEMPTS = 3", "LB_WORKER_TIMEOUT_MS = 400000"));
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^path +methods +attempts +timeout\n/);
    expect(out).toMatch(/^\/api\/config +GET PUT +3 +10 s$/m);
    expect(out).toMatch(/^\/worker +POST +1 +400 s$/m);
    expect(out).toContain("The gateway itself answers GET /healthz-worker.");
  });

  test("with health routing, when an origin counts as slow", async () => {
    const { out } = await routes([], toml(ORIGINS, 'LB_HEALTH_ROUTING = "on"'));
    expect(out).toMatch(/timeout +slow after\n/);
    expect(out).toMatch(/^\/ready +GET +2 +10 s +2\.5 s$/m);
  });

  test("of the environment that is asked for, and with what an option sets", async () => {
    const { out } = await routes(["--env", "slow", "--var", "LB_MAX_ATTEMPTS=1", "--markdown"], toml(ORIGINS));
    expect(out).toMatch(/^\| `\/api\/status` +\| GET +\| 1 +\| 25 s +\|$/m);
  });

  test("for machines", async () => {
    const { code, out } = await routes(["--json"], toml(ORIGINS));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ deployment: "messageweave", own: { path: "/healthz-worker" }, misconfigured: null });
  });
});

test("a malformed list stops nothing: it is told on stderr, and the routes are shown", async () => {
  const { code, out, err } = await routes([], toml('BACKEND_ORIGINS_JSON = "hunter2"'));
  expect(code).toBe(0);
  expect(out).toMatch(/^\/ready +GET +2 +10 s$/m);
  expect(err).toMatch(/^every request gets 503 misconfigured backends, .*messageweave-lb check says more\n$/);
  expect(out + err).not.toContain("hunter2");
});

test("no list is told too, for it may be a secret", async () => {
  const { code, err } = await routes([], toml());
  expect(code).toBe(0);
  expect(err).toMatch(/^no request is forwarded, each gets 503 misconfigured backends: .*add --var BACKEND_ORIGINS_JSON=…\n$/);
});

describe("where there is no wrangler.toml", () => {
  test("a deployment's defaults are shown, and said to be that", async () => {
    const { code, out, err } = await routes(["--deployment", "messageweave-v1"]);
    expect(code).toBe(0);
    expect(err).toBe("there is no wrangler.toml in this folder: these are the defaults of messageweave-v1\n");
    expect(out).not.toContain("/worker");
    expect(out).toContain("The gateway itself answers GET /healthz.");
  });

  test("any path is one row", async () => {
    const { out } = await routes(["--deployment", "primary-replica", "--var", "STATUS_PATH=/_lb"]);
    expect(out).toMatch(/^any +any +2 +30 s$/m);
    expect(out).toContain("The gateway itself answers GET and HEAD /_lb.");
    expect(out).not.toContain("404");
  });
});

describe("what cannot be shown is told in one line, with the way out, and exit code 2", () => {
  test.for([
    ["no file", [], {}, /--config FILE, or .*--deployment NAME \(messageweave, messageweave-v1, primary-replica\)$/],
    ["an environment without a file", ["--deployment", "messageweave", "--env", "x"], {}, /--config FILE$/],
    ["a file that was named", ["--config", "my.toml", "--deployment", "messageweave"], {}, /^my\.toml: there is no such file/],
    ["no TOML", [], { "wrangler.toml": "/* hunter2\n" }, /^wrangler\.toml:1:1 is no TOML \(.*\): messageweave-lb check says more$/],
  ] as const)("%s", async ([, words, files, line]) => {
    const { code, out, err } = await routes(words, files);
    expect([code, out]).toEqual([2, ""]);
    expect(err.trimEnd().split("\n")).toEqual([expect.stringMatching(line)]);
    expect(err).not.toContain("hunter2");
  });
});
