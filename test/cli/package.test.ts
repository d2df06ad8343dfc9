/** The package, packed and installed in an empty folder: what is in it, and that it runs there. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { buildWorker } from "../../dev/build.ts";
import { makeCertificates } from "../../dev/certificates.ts";
import { buildPackage } from "../../dev/package/build.ts";
import type { Worker as ShippedWorker } from "../../dev/package/worker.d.ts";
import { startWorkerd } from "../../dev/workerd.ts";
import type { Worker } from "../../src/engine/worker.ts";
import { filesBelow, ROOT, read } from "../support/repository.ts";
import { findingsIn } from "./support/command.ts";
import { type Installed, install } from "./support/installed.ts";

const PACKAGE = "node_modules/messageweave-lb";
/** The names of the Workers. */
const WORKERS = ["messageweave", "messageweave-v1", "primary-replica"] as const;

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

const manifest = JSON.parse(read("package.json")) as Manifest;

let installed: Installed;
const shipped = (file: string): string => readFileSync(join(installed.path, PACKAGE, file), "utf8");

beforeAll(async () => {
  mkdirSync(join(ROOT, "dist/cli"), { recursive: true });
  writeFileSync(join(ROOT, "dist/cli/of-an-earlier-build.js"), "");
  installed = await install();
});
afterAll(() => installed.remove());

describe("what is packed", () => {
  test("is the command, the Workers and the texts for those who run them, and nothing else", () => {
    const texts = filesBelow("docs", ".md").filter((file) => !file.startsWith("docs/decisions/"));
    expect(installed.files).toEqual(
      [
        ...["CHANGELOG.md", "LICENSE", "README.md", "README.zh-CN.md", "SECURITY.md", "package.json"],
        ...["deployments/messageweave-v1/README.md", "deployments/primary-replica/README.md", ...texts],
        ...["dist/cli/THIRD-PARTY-LICENSES.txt", "dist/cli/messageweave-lb.js"],
        ...WORKERS.flatMap((name) => [`dist/workers/${name}.d.ts`, `dist/workers/${name}.js`]),
      ].toSorted(),
    );
  });

  test("holds all that the manifest names", () => {
    const exported = Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry)));
    const named = [...Object.values(manifest.bin), ...exported].map((file) => file.replace(/^\.\//, ""));
    expect(named.length).toBeGreaterThan(WORKERS.length * 2);
    expect(named.filter((file) => !installed.files.includes(file))).toEqual([]);
  });

  test("comes alone: nothing else is installed with it", () => {
    expect(readdirSync(join(installed.path, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["messageweave-lb"]);
  });

  test("tells nothing of the machine that built it, or of what is not shipped", () => {
    for (const file of installed.files.filter((name) => name.startsWith("dist/"))) {
      const text = shipped(file);
      expect([file, text.includes(ROOT), text.includes("sourceMappingURL"), text.includes("devDependencies")]).toEqual([
        file,
        false,
        false,
        false,
      ]);
      expect([file, text.match(/^\s*\/\/ (?:\.\.|dev|test|bench|chaos)\/.*$/gm)]).toEqual([file, null]);
    }
  });

  test("is the same, byte for byte, when it is built again", async () => {
    const again = join(installed.path, "again");
    await buildPackage(again);
    const built = installed.files.filter((name) => name.startsWith("dist/"));
    expect(built.filter((file) => readFileSync(join(again, file.slice("dist/".length)), "utf8") !== shipped(file))).toEqual([]);
  });

  test("says under which licence each package is whose code is in the command", () => {
    const licences = shipped("dist/cli/THIRD-PARTY-LICENSES.txt");
    const bundled = [...shipped("dist/cli/messageweave-lb.js").matchAll(/^\s*\/\/ .*\bnode_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)];
    const names = new Set(bundled.map(([, name]) => name ?? ""));
    expect(names.size).toBeGreaterThan(4);
    expect(new Set([...licences.matchAll(/^-{80}\n\n(\S+) \d\S* \(\S+\)\n\n\S/gm)].map(([, name]) => name))).toEqual(names);
  });
});

describe("the command, by npx", () => {
  test("says its version", async () => {
    const { code, out } = await installed.run("npx", "--offline", "messageweave-lb", "--version");
    expect([code, out.trim()]).toEqual([0, manifest.version]);
  });

  test("shows its help", async () => {
    const { code, out } = await installed.run("npx", "--offline", "messageweave-lb", "--help");
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: messageweave-lb /);
  });

  test.for([
    ["messageweave", "BACKEND_ORIGINS_JSON"],
    ["messageweave-v1", "BACKEND_ORIGINS_JSON"],
    ["primary-replica", "SERVERS_JSON"],
  ] as const)("knows the shipped Worker %s by its path, where no variable gives it away", async ([name, list]) => {
    installed.write("bare.toml", toml(name, ""));
    const ran = await installed.run("npx", "--offline", "messageweave-lb", "check", "--offline", "--json", "--config", "bare.toml");
    expect([ran.code, ran.err]).toEqual([1, ""]);
    expect(JSON.stringify(findingsIn(ran))).toContain(list);
  });
});

describe("the Workers", () => {
  test.for([
    ["messageweave-lb", 308],
    ["messageweave-lb/messageweave-v1", 308],
    ["messageweave-lb/primary-replica", 503],
  ] as const)("%s is imported by its name, and answers", async ([name, status]) => {
    const script = `
      import worker from "${name}";
      const { status } = await worker.fetch(new Request("http://lb.example.com/ready"), {}, { waitUntil() {} });
      console.log(Object.keys(await import("${name}")).join(), status);`;
    const { out, err } = await installed.run(process.execPath, "--input-type=module", "--eval", script);
    expect([out.trim(), err]).toEqual([`default ${status}`, ""]);
  });

  test("wrangler deploys one as it is, without a checkout", async () => {
    installed.write("wrangler.toml", toml("messageweave", `BACKEND_ORIGINS_JSON = '["https://a.example.com"]'`));
    const built = await buildWorker(join(installed.path, "deployed"), join(installed.path, "wrangler.toml"));
    expect(readFileSync(built, "utf8")).toBe(shipped("dist/workers/messageweave.js"));
  });

  test.for([
    ["messageweave", 308],
    ["messageweave-v1", 308],
    ["primary-replica", 503],
  ] as const)("%s answers in the real runtime", async ([name, status]) => {
    const certificates = await makeCertificates();
    const worker = await startWorkerd({ bundle: join(installed.path, PACKAGE, `dist/workers/${name}.js`), certificates });
    try {
      const answered = new Promise<number | undefined>((done, fail) => {
        get({ port: worker.plainPort, host: "127.0.0.1", path: "/ready" }, (answer) => {
          answer.resume();
          done(answer.statusCode);
        }).once("error", fail);
      });
      expect(await answered).toBe(status);
    } finally {
      await worker.stop();
    }
  });
});

describe("the types", () => {
  test("are those of the engine's Worker: it takes what they say is given, and gives what they say comes", () => {
    type Given = Parameters<ShippedWorker["fetch"]>;
    type Taken = Parameters<Worker["fetch"]>;
    expectTypeOf<Given["length"]>().toEqualTypeOf<Taken["length"]>();
    expectTypeOf<Given[0]>().toEqualTypeOf<Taken[0]>();
    expectTypeOf<Taken[1]>().toExtend<Given[1]>();
    expectTypeOf<Given[2]>().toExtend<Taken[2]>();
    expectTypeOf<ReturnType<Worker["fetch"]>>().toEqualTypeOf<ReturnType<ShippedWorker["fetch"]>>();
  });

  /** What stands around it: a browser's types, Cloudflare's, Node's. */
  const SURROUNDINGS = {
    "no package": { lib: ["ES2022", "DOM"], types: [] },
    "@cloudflare/workers-types": { lib: ["ES2022"], types: [join(ROOT, "node_modules/@cloudflare/workers-types/2023-07-01")] },
    "@types/node": { lib: ["ES2022"], types: [join(ROOT, "node_modules/@types/node")] },
  } as const;

  const USE = `
import worker, { type Worker } from "messageweave-lb";
import v1 from "messageweave-lb/messageweave-v1";
import primaryReplica from "messageweave-lb/primary-replica";
interface Env { BACKEND_ORIGINS_JSON: string }
interface Context { waitUntil(promise: Promise<unknown>): void; passThroughOnException(): void }
const workers: readonly Worker[] = [worker, v1, primaryReplica];
export default {
  async fetch(request: Request, env: Env, context: Context): Promise<Response> {
    const answer: Response = await worker.fetch(request, env, context);
    return workers.length === 3 ? answer : worker.fetch(request, {}, { waitUntil() {} });
  },
};
// @ts-expect-error
worker.fetch("https://lb.example.com/", {}, { waitUntil() {} });
// @ts-expect-error
worker.fetch(new Request("https://lb.example.com/"), {});
`;
  const HANDLER = "export const handler: ExportedHandler<Env, unknown> = worker;\n";

  test.for(
    Object.keys(SURROUNDINGS).flatMap((around) => (["nodenext", "bundler"] as const).map((resolution) => [around, resolution] as const)),
  )("hold with %s, resolved as %s", async ([around, moduleResolution]) => {
    const folder = `types-${moduleResolution}-${around.replaceAll(/\W/g, "")}`;
    mkdirSync(join(installed.path, folder));
    installed.write(`${folder}/package.json`, '{ "type": "module" }');
    installed.write(`${folder}/use.ts`, around.startsWith("@cloudflare") ? USE + HANDLER : USE);
    const module = moduleResolution === "nodenext" ? "nodenext" : "esnext";
    const compilerOptions = { ...SURROUNDINGS[around as keyof typeof SURROUNDINGS], module, moduleResolution, target: "es2022" };
    const strictest = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
    installed.write(
      `${folder}/tsconfig.json`,
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...strictest }, files: ["use.ts"] }),
    );
    const { code, out } = await installed.run(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder);
    expect([code, out]).toEqual([0, ""]);
  });
});

const toml = (worker: string, variable: string): string => `name = "mine"
main = "${PACKAGE}/dist/workers/${worker}.js"
compatibility_date = "2025-01-01"
no_bundle = true
send_metrics = false
[vars]
${variable}
`;
