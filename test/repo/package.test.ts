/** What the tools read: package, wrangler's configuration, the checks of a change. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEPLOYMENTS } from "../../cli/deployments.ts";
import { filesBelow, ROOT, read } from "../support/repository.ts";

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly private?: boolean;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read("package.json")) as Manifest;
/** Each deployment's configuration, the entry, and the name of the Worker. */
const WORKERS = [
  ["wrangler.toml", '"src/index.ts"', '"messageweave-lb"'],
  ["deployments/messageweave-v1/wrangler.toml", '"index.ts"', '"messageweave-lb-v1"'],
  ["deployments/primary-replica/wrangler.toml", '"index.ts"', '"primary-replica"'],
] as const;

/** A line of a configuration, comments aside. */
const settingIn = (toml: string, name: string): string | undefined => new RegExp(`^${name} = (.+?)(?:\\s+#.*)?$`, "m").exec(toml)?.[1];

test("a deployment is a folder with an entry, its configuration and what its operator must know", () => {
  expect(filesBelow(".", "wrangler.toml").toSorted()).toEqual(WORKERS.map(([file]) => file).toSorted());
  for (const folder of readdirSync(join(ROOT, "deployments"))) {
    const files = readdirSync(join(ROOT, "deployments", folder)).filter((name) => name !== ".wrangler");
    expect([folder, files.toSorted()]).toEqual([folder, ["README.md", "index.ts", "wrangler.toml"]]);
  }
});

describe("package.json", () => {
  test("there is no runtime dependency", () => {
    expect({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }).toEqual({});
  });

  test("tools are pinned to a version", () => {
    expect(Object.values(manifest.devDependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test.for(["start", "demo", "test", "check", "deploy", "format", "build", "bench", "build:package", "chaos", "fuzz", "lb"])(
    "npm run %s exists",
    (name) => {
      expect(manifest.scripts[name]).toBeTruthy();
    },
  );

  test("the lock file is of this package", () => {
    const lock = JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Manifest>> };
    const { bin, engines, devDependencies } = manifest;
    expect(lock.packages[""]).toMatchObject({ bin, engines, devDependencies });
  });

  test("what is packed is built just before, and is no source", () => {
    expect(manifest.scripts["prepack"]).toBe("npm run build:package");
    expect(manifest.private).toBeUndefined();
    expect(manifest.files.filter((path) => /^(?:src|cli|dev|test|bench|chaos|wrangler)\b/.test(path))).toEqual([]);
  });

  test("the Workers stand where the command knows them", () => {
    const { exports } = JSON.parse(read("package.json")) as {
      exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    const workers = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry]));
    expect(workers.map((entry) => entry["default"])).toEqual(DEPLOYMENTS.map(({ entries }) => `./${entries.at(-1)}`));
    expect(workers.map((entry) => Object.keys(entry))).toEqual(workers.map(() => ["types", "default"]));
  });
});

describe.for(WORKERS)("%s", ([file, entry, worker]) => {
  const toml = read(file);
  const setting = (name: string): string | undefined => settingIn(toml, name);

  test.for([
    ["name", worker],
    ["main", entry],
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
  test("one Worker for each deployment, with one entry", () => {
    expect(filesBelow("src", ".ts").filter((file) => /^export default /m.test(read(file)))).toEqual(["src/index.ts"]);
    for (const [file] of WORKERS)
      expect(read(file)).not.toMatch(/^\[*(?:services|dispatch_namespaces|tail_consumers|assets|site|triggers|workflows|containers)\b/m);
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
