/** The Workers as they are deployed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWorker } from "../../dev/build.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";

/** 8 KiB gzipped, health routing and hedging included. */
const LIMIT_BYTES = 8_192;

const CONFIGS = ["wrangler.toml", "deployments/messageweave-v1/wrangler.toml", "deployments/primary-replica/wrangler.toml"] as const;

const folder = temporaryFolder();
const bundles = new Map<string, string>();

beforeAll(async () => {
  for (const [i, config] of CONFIGS.entries()) {
    bundles.set(config, readFileSync(await buildWorker(join(folder.path, String(i)), config), "utf8"));
  }
}, 120_000);
afterAll(() => folder.remove());

describe.for(CONFIGS)("the Worker of %s", (config) => {
  const bundle = (): string => bundles.get(config) ?? expect.fail("it was not built");

  test(`is under ${LIMIT_BYTES} bytes gzipped`, () => {
    expect(bundle().length).toBeGreaterThan(1_000);
    expect(gzipSync(bundle(), { level: 9 }).byteLength).toBeLessThan(LIMIT_BYTES);
  });

  test("needs nothing but the web platform", () => {
    expect(bundle()).not.toMatch(/["'`]node:|\brequire\s*\(|cloudflare:|\bunenv\b|\bprocess\.env\b/);
    expect(bundle()).not.toMatch(/\bimport\s*(?:\(|["'{*])/);
  });

  test("exports one thing, the Worker", () => {
    expect([...bundle().matchAll(/export\s*\{([^}]*)\}/g)].map(([, names]) => names?.trim())).toEqual([
      expect.stringMatching(/^\w+ as default;?,?$/),
    ]);
  });

  test("C-NO-DB, C-REDIS-ONLY-STATE, C-NO-LONG-CONN: names no store, and opens no connection that lasts", () => {
    expect(bundle()).not.toMatch(/redis|EventSource|WebSocketPair|new WebSocket\b|\bcaches\b|\.connect\(|\.accept\(/i);
  });
});

describe("a bundle holds its own deployment and no other", () => {
  const words = {
    "wrangler.toml": ["BACKEND_ORIGINS_JSON", "/webhook/tg", "/healthz-worker", "x-lb-backend"],
    "deployments/primary-replica/wrangler.toml": ["SERVERS_JSON", "RETRY_UNSAFE", "X-Served-By", "Cloudflare-Worker-HealthCheck"],
  } as const;

  test.for([
    ["wrangler.toml", "deployments/primary-replica/wrangler.toml"],
    ["deployments/primary-replica/wrangler.toml", "wrangler.toml"],
  ] as const)("%s, and nothing of %s", ([own, other]) => {
    const bundle = bundles.get(own) ?? "";
    expect(words[own].filter((word) => !bundle.includes(word))).toEqual([]);
    expect(words[other].filter((word) => bundle.includes(word))).toEqual([]);
  });
});
