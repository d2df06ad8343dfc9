/** `check` on what is deployed: the entry, the configuration that wrangler takes, and the bundle. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Finding } from "../../cli/findings.ts";
import { ROOT } from "../support/repository.ts";
import { findingsFor, ORIGINS, only, SERVERS, tomlWith } from "./support/checking.ts";
import { findingsIn, folderWith, run, start } from "./support/command.ts";

const folders: { remove: () => void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});
const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = folderWith(files);
  folders.push(folder);
  return folder.path;
};

const said = (severity: string, where: string, found: RegExp, advice: RegExp): unknown => ({
  severity,
  where: expect.stringContaining(where),
  found: expect.stringMatching(found),
  advice: expect.stringMatching(advice),
});

/** Text that gzip makes no smaller than three quarters. */
const incompressible = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 64) }, (_, i) => createHash("sha384").update(String(i)).digest("base64")).join("");

/** The findings of a Worker that is bundled by the wrangler of this checkout. */
async function bundled(worker: string, toml = tomlWith(ORIGINS)): Promise<readonly Finding[]> {
  const path = folderOf({ "wrangler.toml": toml, "worker.js": worker });
  return findingsIn(await run(["check", "--offline", "--json", "--config", join(path, "wrangler.toml")], { cwd: ROOT }));
}
const ofTheBundle = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ code }) => code.startsWith("bundle-"));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("main-missing", () => {
  // Not by its bare name: whoever takes that name in the registry would be deployed.
  const INSTALL = /npm install --save-dev PATH\/messageweave-lb-[\d.]+\.tgz .* main = "node_modules\/messageweave-lb\//;
  const without = (main: string): string => `${main}\ncompatibility_date = "2025-01-01"\n[vars]\n${ORIGINS}\n`;

  test.for([
    ["it is not set", "", "wrangler.toml main", /not set/],
    ["it is no text", "main = 5", "wrangler.toml:1 main", /no text/],
    ["it names no file", 'main = "src/index.ts"', "wrangler.toml:1 main", /no file/],
    ["it names a folder", 'main = "src"', "wrangler.toml:1 main", /no file/],
  ] as const)("%s", async ([, main, where, found]) => {
    const findings = await findingsFor(without(main), { files: { "src/other.ts": "" } });
    expect(only(findings, "main-missing")).toEqual([said("error", where, found, INSTALL)]);
  });

  test("the entry that is there is named, as it is seen from the file", async () => {
    const files = {
      "lb/my.toml": without('main = "indx.ts"').replace(ORIGINS, SERVERS),
      "node_modules/messageweave-lb/dist/workers/primary-replica.js": "",
    };
    const findings = await findingsFor("", { files, words: ["--config", "lb/my.toml"] });
    expect(only(findings, "main-missing")).toEqual([
      said("error", "lb/my.toml:1 main", /./, /"\.\.\/node_modules\/messageweave-lb\/dist\/workers\/primary-replica\.js"/),
    ]);
  });

  test("a file that a build of its own writes is not missed", async () => {
    const toml = `${without('main = "built.js"')}[build]\ncommand = "true"\n`;
    expect(only(await findingsFor(toml), "main-missing")).toEqual([]);
  });
});

describe("config-shadowed", () => {
  test.for(["wrangler.json", "wrangler.jsonc"])("%s beside it", async (name) => {
    const findings = await findingsFor(tomlWith(ORIGINS), { files: { [name]: "{}" } });
    expect(only(findings, "config-shadowed")).toEqual([
      said("warning", "wrangler.toml", new RegExp(`there is ${name} too`), /--config wrangler\.toml/),
    ]);
  });

  test("above it as well, which is where wrangler looks", async () => {
    const files = { "lb/wrangler.toml": tomlWith(ORIGINS), "lb/worker.js": "", "wrangler.json": "{}" };
    const findings = await findingsFor("", { files, words: ["--config", "lb/wrangler.toml"] });
    expect(only(findings, "config-shadowed")).toEqual([said("warning", "lb/wrangler.toml", /there is \.\.\/wrangler\.json too/, /./)]);
  });
});

describe("the bundle is measured by wrangler itself", () => {
  test("one that is small is passed over in silence", async () => {
    expect(ofTheBundle(await bundled("export default { fetch: () => new Response('') };"))).toEqual([]);
  });

  test("bundle-size: over the house's own limit", async () => {
    const findings = await bundled(`export default { fetch: () => new Response("${incompressible(12_000)}") };`);
    expect(only(findings, "bundle-size")).toEqual([said("warning", "wrangler.toml:2 main", /is \d+ bytes gzipped.* 8192$/, /minify/)]);
  });

  test("bundle-size: over the limit of the free plan", async () => {
    const findings = await bundled(`export default { fetch: () => new Response("${incompressible(4_500_000)}") };`);
    expect(only(findings, "bundle-size")).toEqual([said("error", "wrangler.toml:2 main", /is \d+ bytes gzipped.* 3145728$/, /minify/)]);
  });

  test("bundle-failed: without a word of what wrangler says of the code", async () => {
    const findings = await bundled("export default { hunter2");
    expect(only(findings, "bundle-failed")).toEqual([
      said("error", "wrangler.toml:2 main", /cannot bundle/, /npx wrangler deploy --dry-run --config \/.*wrangler\.toml$/),
    ]);
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  test("for the environment that is asked about", async () => {
    const path = folderOf({
      "wrangler.toml": `${tomlWith(ORIGINS)}[env.broken]\nmain = "broken.js"\n[env.broken.vars]\n${ORIGINS}\n`,
      "worker.js": "export default {};",
      "broken.js": "export default {",
    });
    const words = ["check", "--offline", "--json", "--config", join(path, "wrangler.toml"), "--env", "broken"];
    const findings = findingsIn(await run(words, { cwd: ROOT }));
    expect(only(findings, "bundle-failed")).toEqual([said("error", "wrangler.toml:8 main", /./, /--env broken$/)]);
  });

  test("bundle-unmeasured: wrangler is not installed", async () => {
    const path = folderOf({ "wrangler.toml": tomlWith(ORIGINS), "worker.js": "export default {};" });
    const findings = findingsIn(await run(["check", "--offline", "--json"], { cwd: path }));
    expect(only(findings, "bundle-unmeasured")).toEqual([said("hint", "wrangler.toml:2 main", /not installed/, /--no-bundle$/)]);
  });

  test("--no-bundle leaves it out", async () => {
    expect(ofTheBundle(await findingsFor(tomlWith(ORIGINS)))).toEqual([]);
  });

  test("nothing is left over when it is interrupted, wrangler neither", async () => {
    const path = folderOf({
      "wrangler.toml": `${tomlWith(ORIGINS)}[build]\ncommand = "echo $PPID > started && exec sleep 15"\n`,
      "worker.js": "export default {};",
    });
    const temporary = join(path, "tmp");
    mkdirSync(temporary);
    const running = start(["check", "--offline", "--config", join(path, "wrangler.toml")], { cwd: ROOT, env: { TMPDIR: temporary } });
    await expect.poll(() => readdirSync(path), { timeout: 10_000 }).toContain("started");
    expect(readdirSync(temporary)).not.toEqual([]);
    running.child.kill("SIGINT");
    const { code, out } = await running.ended;
    expect([code, running.child.signalCode, out]).toEqual([null, "SIGINT", ""]);
    expect(readdirSync(temporary)).toEqual([]);
    const wrangler = Number(readFileSync(join(path, "started"), "utf8"));
    expect(wrangler).toBeGreaterThan(1);
    await expect.poll(() => isRunning(wrangler), { timeout: 5_000 }).toBe(false);
  });
});

test("what is shipped has no error, and no warning but that its origins are examples", async () => {
  for (const file of ["wrangler.toml", "deployments/messageweave-v1/wrangler.toml", "deployments/primary-replica/wrangler.toml"]) {
    const ran = await run(["check", "--offline", "--json", "--config", file], { cwd: ROOT });
    const grave = findingsIn(ran).filter(({ severity, code }) => severity !== "hint" && code !== "origin-placeholder");
    expect([file, grave]).toEqual([file, []]);
  }
});
