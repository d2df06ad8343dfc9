/** What the tools read: package, wrangler's configuration, the checks of a change. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, ROOT, read } from "../support/repository.ts";

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read("package.json")) as Manifest;
const toml = read("wrangler.toml");
/** A line of the configuration, comments aside. */
const setting = (name: string): string | undefined => new RegExp(`^${name} = (.+?)(?:\\s+#.*)?$`, "m").exec(toml)?.[1];

describe("package.json", () => {
  test("there is no runtime dependency", () => {
    expect({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }).toEqual({});
  });

  test("tools are pinned to a version", () => {
    expect(Object.values(manifest.devDependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test.for(["start", "demo", "test", "check", "deploy", "format", "build"])("npm run %s exists", (name) => {
    expect(manifest.scripts[name]).toBeTruthy();
  });

  test("the lock file is of this package", () => {
    const lock = JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Manifest>> };
    expect(lock.packages[""]?.devDependencies).toEqual(manifest.devDependencies);
  });
});

describe("wrangler.toml", () => {
  test.for([
    ["name", '"messageweave-lb"'],
    ["main", '"src/index.ts"'],
    ["compatibility_date", '"2025-01-01"'],
    ["send_metrics", "false"],
  ] as const)("%s = %s", ([name, value]) => {
    expect(setting(name)).toBe(value);
  });

  test("no Node compatibility, which would bundle polyfills that nothing calls", () => {
    const settings = toml.replace(/^#.*$/gm, "");
    expect(settings).not.toMatch(/nodejs/i);
    expect(setting("compatibility_flags") ?? "[]").toBe("[]");
  });

  test("comments are single lines", () => {
    const lines = toml.split("\n").filter((line) => line.trim() !== "");
    expect(lines.filter((line) => !/^(#.*|\[{1,2}[\w.]+\]{1,2}|\w+ = .+)$/.test(line))).toEqual([]);
  });

  test("what is deployed shows the version of the package", () => {
    expect(setting("LB_VERSION")).toBe(`"${manifest.version}"`);
  });
});

describe("ARCH-LB-WORKER: the gateway is the only component at the edge", () => {
  test("one Worker, with one entry", () => {
    expect(filesBelow("src", ".ts").filter((file) => /^export default /m.test(read(file)))).toEqual(["src/index.ts"]);
    expect(toml).not.toMatch(/^\[*(?:services|dispatch_namespaces|tail_consumers|assets|site|triggers|workflows|containers)\b/m);
  });
});

describe("the checks of a change", () => {
  const workflow = read(".github/workflows/ci.yml");

  test("are one script, which the workflow runs", () => {
    expect(existsSync(join(ROOT, ".ci/run"))).toBe(true);
    expect(statSync(join(ROOT, ".ci/run")).size).toBeGreaterThan(0);
    expect(workflow).toMatch(/^\s*- run: bash \.ci\/run$/m);
    expect([...workflow.matchAll(/\brun:/g)].length).toBeLessThanOrEqual(2);
  });

  test("use actions at a commit", () => {
    const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ""))).toEqual([]);
  });

  test("install what the lock file says", () => {
    expect(read(".ci/run")).toMatch(/\bnpm ci\b/);
    expect(read(".ci/run")).not.toMatch(/\bnpm (?:install|i)\b/);
  });

  test("no test is skipped, or runs alone", () => {
    const marked = filesBelow("test", ".test.ts").filter((file) => /^\s*(?:test|describe|it)\.(?:only|skip|todo)\b/m.test(read(file)));
    expect(marked).toEqual([]);
  });
});
