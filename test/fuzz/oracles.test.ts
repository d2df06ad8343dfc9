/** The properties see what they are there to see: each of these Workers breaks one promise, and is found out. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import "../e2e/support/provided.ts";
import { SUITES } from "./properties/all.ts";
import { run } from "./support/runner.ts";
import { startWorld } from "./support/world.ts";

const SEED = 3;
const RUNS = 400;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "messageweave-lb-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Around the built Worker, `real`. */
const FAULTY: Readonly<Record<string, readonly [property: string, source: string, violation: RegExp]>> = {
  "forwards what is not listed": [
    "client: request lines",
    `const url = new URL(request.url); return fetch(JSON.parse(env.BACKEND_ORIGINS_JSON)[0] + url.pathname + url.search, request);`,
    /what arrives may/,
  ],
  "lets the platform follow redirects": [
    "origin: redirects",
    `const f = globalThis.fetch; globalThis.fetch = (url, init) => f(url, { ...init, redirect: "follow" });
     try { return await real.fetch(request, env, ctx); } finally { globalThis.fetch = f; }`,
    /absent|stranger|method is kept|status/,
  ],
  "throws for an odd answer": [
    "origin: heads",
    `const answer = await real.fetch(request, env, ctx); if (answer.status === 404) throw new Error("no"); return answer;`,
    /uncaught|an answer of our own/,
  ],
  "logs a secret": [
    "client: fields",
    `const secret = request.headers.get("authorization"); if (secret) console.log(JSON.stringify({ event: "x", secret })); return real.fetch(request, env, ctx);`,
    /log lines with a secret/,
  ],
  "answers with what it answered before": [
    "client: cut short",
    `const text = await (await real.fetch(request, env, ctx)).text(); const before = globalThis.before ?? text; globalThis.before = text;
     return new Response(before);`,
    /./,
  ],
};

test.for(Object.entries(FAULTY))("a Worker that %s", async ([name, [property, source, expected]]) => {
  const built = inject("built");
  const { readFile } = await import("node:fs/promises");
  const code = await readFile(built.bundles.messageweave, "utf8");
  const bundle = join(folder, `${name.replaceAll(" ", "-")}.js`);
  const real = code.replace(/export\s*\{\s*(\w+) as default\s*\};?/, "const real = $1;");
  expect(real).not.toBe(code);
  await writeFile(bundle, `${real}\nexport default { async fetch(request, env, ctx) { ${source} } };`);
  const { setup, properties } = SUITES["messageweave with one origin"] ?? expect.fail("no such Worker");
  const world = await startWorld({ ...built, bundles: { ...built.bundles, messageweave: bundle } }, setup);
  try {
    const chosen = properties.find((one) => one.name === property) ?? expect.fail("no such property");
    const { violation } = await run(chosen, world, { seed: SEED, runs: RUNS });
    expect(violation).toMatch(expected);
    expect(violation).toContain("again: npm run fuzz -- --only");
  } finally {
    await world.close();
  }
});
