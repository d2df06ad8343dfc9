/** The Worker as it is deployed. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWorker } from "../../dev/build.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";

const LIMIT_BYTES = 6 * 1024;

const folder = temporaryFolder();
let bundle = "";

beforeAll(async () => {
  bundle = readFileSync(await buildWorker(folder.path), "utf8");
});
afterAll(() => folder.remove());

test("it is under 6 KiB gzipped", () => {
  expect(bundle.length).toBeGreaterThan(1_000);
  expect(gzipSync(bundle, { level: 9 }).byteLength).toBeLessThan(LIMIT_BYTES);
});

test("it needs nothing but the web platform", () => {
  expect(bundle).not.toMatch(/["'`]node:|\brequire\s*\(|cloudflare:|\bunenv\b|\bprocess\.env\b/);
  expect(bundle).not.toMatch(/\bimport\s*(?:\(|["'{*])/);
});

test("it exports the gateway, and only that", () => {
  expect([...bundle.matchAll(/export\s*\{([^}]*)\}/g)].map(([, names]) => names?.trim())).toEqual([
    expect.stringMatching(/^\w+ as default;?,?$/),
  ]);
});

test("C-NO-DB, C-REDIS-ONLY-STATE, C-NO-LONG-CONN: it names no store, and no connection that lasts", () => {
  expect(bundle).not.toMatch(/redis|WebSocket|EventSource|\bcaches\b|\.connect\(/i);
});
