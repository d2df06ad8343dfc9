/** What may stand in which source file. */
import { describe, expect, test } from "vitest";
import { codeOnly, filesBelow, read } from "../support/repository.ts";

const files = [...filesBelow("src", ".ts"), ...filesBelow("deployments", ".ts")];
const engine = files.filter((file) => file.startsWith("src/engine/"));

/** Names that reach outside, where they are no property, no key and no type of a property. */
const OUTSIDE =
  /(?<![.\w$])(?:fetch|Date|setTimeout|clearTimeout|setInterval|clearInterval|console|performance|crypto|caches|navigator|globalThis|self|process)\b(?!\s*\??:)|\bscheduler\s*\.\s*(?:wait|postTask|yield)\b|\bMath\s*\.\s*random\b|(?:AbortSignal\s*\.\s*timeout)\b/g;

describe("the outside world enters in one place", () => {
  test.for(files.filter((file) => file !== "src/engine/deps.ts"))("%s names no clock, chance, network or console", (file) => {
    expect(codeOnly(read(file)).match(OUTSIDE)).toBeNull();
  });

  test("which is src/engine/deps.ts", () => {
    expect(new Set(codeOnly(read("src/engine/deps.ts")).match(OUTSIDE))).toEqual(
      new Set(["fetch", "Date", "Math.random", "setTimeout", "clearTimeout", "console"]),
    );
  });

  test.for([
    ["fetch(url)", true],
    ["await fetch(url)", true],
    ["x => fetch", true],
    [`\`\${fetch(1)}\``, true],
    ["Date.now()", true],
    ["new Date()", true],
    ["Math.random()", true],
    ["setTimeout(f)", true],
    ["console.log(1)", true],
    ["scheduler.wait(5)", true],
    ["scheduler.fell(plan)", false],
    ["AbortSignal.timeout(5)", true],
    ["/[`]/; fetch(1)", true],
    ["deps.fetch(url)", false],
    ["{ fetch: f }", false],
    ["readonly fetch: (url: string) => void", false],
    ['Pick<Deps, "fetch">', false],
    ["// fetch(url)", false],
    ["/* fetch(url) */", false],
    ["'fetch(url)'", false],
    [`\`fetch(url) \${x}\``, false],
    ["/fetch failed/", false],
    ["prefetch(url)", false],
  ] as const)("the rule itself is right about %s", ([code, found]) => {
    expect(codeOnly(code).match(OUTSIDE) !== null).toBe(found);
  });
});

describe("the engine knows no deployment", () => {
  const words =
    /messageweave|webhook|reconcile|jmap|telegram|stalwart|x-lb-backend|x-served-by|x-forwarded|healthz|primary|replica|\bservers?\b|\b(?:LB|HEALTH_CHECK|SERVERS|RETRY)_/gi;
  test.for(engine)("%s", (file) => {
    expect(read(file).match(words)).toBeNull();
  });
});

describe("C-NO-DB, C-REDIS-ONLY-STATE: there is no store", () => {
  test.for(files)("%s names none", (file) => {
    expect(codeOnly(read(file)).match(/KVNamespace|D1Database|R2Bucket|DurableObject|Hyperdrive|Queue\b|\bcaches\b|[Rr]edis/g)).toBeNull();
  });

  test.for(filesBelow(".", "wrangler.toml"))("%s binds none", (file) => {
    const bindings = read(file).match(
      /^\s*\[*\s*(?:kv_namespaces|d1_databases|r2_buckets|durable_objects|migrations|queues|hyperdrive|vectorize|analytics_engine_datasets|services|secrets_store_secrets)\b/gm,
    );
    expect(bindings).toBeNull();
  });
});

describe("C-NO-LONG-CONN: nothing opens a connection that lasts", () => {
  test.for(files)("%s", (file) => {
    expect(codeOnly(read(file)).match(/\bnew\s+WebSocket\b|WebSocketPair|EventSource|\bconnect\s*\(|\.accept\s*\(/g)).toBeNull();
  });
});

describe("a file is one idea", () => {
  test.for([...files, ...filesBelow("cli", ".ts")])("%s is short, and says what it is", (file) => {
    const text = read(file);
    expect(text.split("\n").length).toBeLessThan(150);
    expect(text.startsWith("/**")).toBe(true);
  });
});

test("nothing mutable stands in module scope", () => {
  const mutable = files.filter((file) => /^(?:export )?(?:let|var) /m.test(codeOnly(read(file))));
  expect(mutable).toEqual([]);
});
