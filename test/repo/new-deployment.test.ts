/** Adding a deployment is a folder: this one is written here, built by the tool that deploys it, and asked. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { buildWorker } from "../../dev/build.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";
import type { Worker } from "../../src/engine/worker.ts";
import { ROOT } from "../support/repository.ts";

const folder = temporaryFolder();
const deployment = join(folder.path, "tiny");
const engine = relative(deployment, join(ROOT, "src/engine")).replaceAll("\\", "/");

/** Every strategy is its own or one of the engine's: nothing is asked of the engine that is not in its settings. */
const FILES = {
  "wrangler.toml": `name = "tiny"
main = "index.ts"
compatibility_date = "2025-01-01"
send_metrics = false
`,
  "settings.ts": `import { fromProbes } from "${engine}/health/aggregate.ts";
import { parseOrigins, parseOriginUrl } from "${engine}/origins.ts";
import { safelist } from "${engine}/routes.ts";
import type { Settings } from "${engine}/settings.ts";
import type { Env } from "${engine}/worker.ts";

export const VARIABLES: readonly string[] = ["PLACES"];

export function readSettings(env: Env): Settings {
  const route = { timeoutMs: 1_000, slowMs: undefined, attempts: "several" } as const;
  return {
    scheme: "any",
    origins: parseOrigins(env["PLACES"], (entry) => {
      const url = parseOriginUrl(entry);
      return url === undefined ? undefined : { url, name: new URL(url).hostname.split(".")[0] ?? url, healthPath: "/well" };
    }),
    misconfiguredText: "no places",
    matchRoute: safelist(new Map([["/tea", new Map([["GET", route], ["BREW", route]])]])),
    order: (list) => () => [...list].reverse(),
    maxAttempts: 3,
    maxReplayBytes: 1_024,
    isFailureStatus: (status) => status === 418 || status < 200,
    maySendAgain: (method) => method === "GET",
    hedgeMs: undefined,
    exhausted: { lastAnswer: false, statusText: "Out Of Tea", text: (failure) => "no tea: " + failure },
    redirects: { absentPaths: [], maxHops: 1 },
    crossing: {
      observationHeader: "x-poured-by",
      requestHeaders: ({ name }) => ({ "x-pot": name }),
      answerHeaders: (headers) => headers.set("x-milk", "no"),
      webSockets: false,
    },
    health: {
      endpoint: { path: "/pots", methods: ["GET"], sight: fromProbes, showNames: true },
      probe: { headers: {}, timeoutMs: 500, isUp: (status) => status === 200 },
      ttlMs: 1_000,
      version: "tiny",
      scheduler: undefined,
    },
  };
}
`,
  "index.ts": `import { createWorker } from "${engine}/worker.ts";
import { readSettings, VARIABLES } from "./settings.ts";

export default createWorker(VARIABLES, readSettings);
`,
};

const ENV = { PLACES: '["https://green.example","https://black.example"]' };
let worker: Worker;

beforeAll(async () => {
  mkdirSync(deployment);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(deployment, name), text);
  const built = await buildWorker(join(folder.path, "built"), join(deployment, "wrangler.toml"));
  const { default: worked } = (await import(pathToFileURL(built).href)) as { readonly default: Worker };
  worker = worked;
}, 60_000);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(() => folder.remove());

/** Sends a request through what was built; `statuses` by host, 200 where nothing is said. */
async function brew(method: string, path: string, statuses: Readonly<Record<string, number>> = {}, env = ENV) {
  const asked: string[] = [];
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const { hostname } = new URL(url);
    asked.push(`${init.method} ${url} ${new Headers(init.headers).get("x-pot") ?? "-"}`);
    return Promise.resolve(new Response(`from ${hostname}`, { status: statuses[hostname] ?? 200 }));
  });
  const response = await worker.fetch(new Request(`http://lb.example${path}`, { method }), env, { waitUntil: () => undefined });
  return { asked, response, text: await response.text() };
}

describe("a deployment that is only a folder", () => {
  test("forwards what it lists, in its own order, with its own headers", async () => {
    const { asked, response, text } = await brew("GET", "/tea?hot");
    expect([response.status, text, asked]).toEqual([200, "from black.example", ["GET https://black.example/tea?hot black"]]);
    expect([response.headers.get("x-poured-by"), response.headers.get("x-milk")]).toEqual(["black", "no"]);
  });

  test("fails over by its own rules", async () => {
    const pot = { "black.example": 418 };
    expect((await brew("GET", "/tea", pot)).text).toBe("from green.example");
    const refused = await brew("BREW", "/tea", pot);
    expect([refused.response.status, refused.response.statusText, refused.text]).toEqual([503, "Out Of Tea", "no tea: status 418"]);
    expect(refused.asked).toHaveLength(1);
    expect((await brew("GET", "/tea", { "black.example": 500 })).response.status).toBe(500);
  });

  test("refuses the rest in the words of the engine", async () => {
    expect((await brew("GET", "/coffee")).response.status).toBe(404);
    const refused = await brew("POST", "/tea");
    expect([refused.response.status, refused.response.headers.get("allow")]).toEqual([405, "GET, BREW"]);
    expect((await brew("GET", "/tea", {}, { PLACES: "[" })).text).toBe("no places");
  });

  test("shows its own aggregate", async () => {
    const { text, asked } = await brew("GET", "/pots", { "green.example": 206 });
    expect(JSON.parse(text)).toEqual({
      status: "ok",
      version: "tiny",
      available: 1,
      total: 2,
      backends: [
        { name: "green", origin: "https://green.example", up: false, status: 206 },
        { name: "black", origin: "https://black.example", up: true, status: 200 },
      ],
    });
    expect(asked).toEqual(["GET https://green.example/well -", "GET https://black.example/well -"]);
  });
});
