/** SPEC 1.2: the environment, good and bad. A typo never switches a budget off, and a bad list never crashes. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { type Behave, status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";

const MALFORMED: readonly string[] = [
  "canary",
  "[",
  "null",
  "true",
  "42",
  '"https://a.example"',
  '{"0":"https://a.example"}',
  "[null]",
  "[42]",
  "[true]",
  '[["https://a.example"]]',
  '[{"url":"https://a.example","token":"canary"}]',
  '[""]',
  '[" "]',
  '["https://a.example", ""]',
  '["https://good.example", "http://a.example"]',
  '["a.example"]',
  '["//a.example"]',
  '["ftp://a.example"]',
  '["wss://a.example"]',
  '["https://a.example/path"]',
  '["https://a.example//"]',
  '["https://a.example/?"]',
  '["https://a.example?"]',
  '["https://a.example?x=canary"]',
  '["https://a.example#"]',
  '["https://a.example/#f"]',
  '["https://user:canary@a.example"]',
  '["https://user@a.example"]',
  '["https://@a.example"]',
  '["https://"]',
  '["https:///"]',
  '["https:a.example"]',
  '["https:/a.example"]',
  '["https:///a.example"]',
  '["https:\\\\\\\\a.example"]',
  '["https://a.example\\\\"]',
  '["\\thttps://a.example"]',
  '["https://a.ex\\tample"]',
  '["https://a.example\\n"]',
  '[" https://a.example"]',
  '["https://a.example "]',
  '["https://a b.example"]',
  '["https://a.example:99999"]',
  '["https://a.example:port"]',
  '["https://[half"]',
];

describe("C-HTTPS-INBOUND: a list that is no list of https origins shows as 503 on every request", () => {
  test.for(MALFORMED)("%s", async (value, { lab }) => {
    const gateway = await lab.worker({ BACKEND_ORIGINS_JSON: value, LB_VERSION: "canary" });
    const requests = [
      ["GET", "/api/status"],
      ["POST", "/webhook/tg"],
      ["GET", "/no/such"],
      ["DELETE", "/"],
      ["GET", "/healthz-worker"],
    ] as const;
    for (const [method, path] of requests) {
      const answer = await gateway.send(path, { method });
      expect([answer.status, answer.text]).toEqual([503, "misconfigured backends"]);
      expect(["content-type", "cache-control", "x-content-type-options"].map((name) => answer.fields.get(name))).toEqual([
        "text/plain; charset=utf-8",
        "no-store",
        "nosniff",
      ]);
      expect(JSON.stringify(answer.fields.list)).not.toContain("canary");
    }
    expect(gateway.log()).not.toMatch(/canary|a\.example/);
  });

  test.for([[{ url: "https://a.example" }], [42], { origins: [] }, "https://a.example", 42, true] as const)(
    "as a JSON binding: %j",
    async (value, { lab }) => {
      const gateway = await lab.worker({}, { json: { BACKEND_ORIGINS_JSON: value } });
      const { status: code, text } = await gateway.send("/api/status");
      expect([code, text]).toEqual([503, "misconfigured backends"]);
    },
  );
});

describe("harmless spellings of an origin", () => {
  const SPELLINGS: readonly (readonly [string, (port: number) => string])[] = [
    ["plain", (port) => `["https://localhost:${port}"]`],
    ["a closing slash", (port) => `["https://localhost:${port}/"]`],
    ["capitals", (port) => `["HTTPS://LocalHost:${port}"]`],
    ["repeated", (port) => `["https://localhost:${port}","https://LOCALHOST:${port}/","https://localhost:${port}"]`],
    ["white space in the JSON", (port) => ` [\n "https://localhost:${port}" ]\n`],
  ];

  test.for(SPELLINGS)("%s", async ([, spell], { lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.worker({ BACKEND_ORIGINS_JSON: spell(origin.port) });
    const answer = await gateway.send("/api/status");
    expect([answer.text, answer.fields.get("x-lb-backend")]).toEqual(["GET /api/status", origin.url]);
    const { backends, total } = JSON.parse((await gateway.send("/healthz-worker")).text) as {
      backends: { origin: string }[];
      total: number;
    };
    expect([total, backends.map((backend) => backend.origin)]).toEqual([1, [origin.url]]);
  });

  test("repeated ones collapse into the first place", async ({ lab }) => {
    const [a, b] = [await lab.origin(), await lab.origin()];
    const gateway = await lab.gateway([b, a, { url: `${b.url}/` }, a]);
    const { backends } = JSON.parse((await gateway.send("/healthz-worker")).text) as { backends: { origin: string }[] };
    expect(backends.map(({ origin }) => origin)).toEqual([b.url, a.url]);
  });

  test("an array, and numbers, that the platform has parsed already", async ({ lab }) => {
    const origins = await Promise.all([lab.origin(status(500)), lab.origin(status(500)), lab.origin(status(500))]);
    const json = { BACKEND_ORIGINS_JSON: origins.map(({ url }) => url), LB_MAX_ATTEMPTS: 3 };
    const gateway = await lab.worker({}, { json });
    expect((await gateway.send("/api/status")).status).toBe(503);
    expect(origins.map(({ arrivals }) => arrivals.length)).toEqual([1, 1, 1]);
  });
});

describe("numbers", () => {
  const afterMs: Behave = async (_, response) => {
    await sleep(250);
    response.end("late");
  };

  test.for(["0", "-1", "0.5", "", " ", "soon", "NaN", "Infinity", "10s", "1e400", "2147483648", "1e15", "9007199254740993"])(
    "LB_REQUEST_TIMEOUT_MS=%j does not make the wait short",
    async (value, { lab }) => {
      const gateway = await lab.gateway([await lab.origin(afterMs)], { LB_REQUEST_TIMEOUT_MS: value });
      expect((await gateway.send("/api/status")).text).toBe("late");
    },
  );

  test.for(["100.9", " 100 ", "1e2", "0x64"])("LB_REQUEST_TIMEOUT_MS=%j is 100", async (value, { lab }) => {
    const gateway = await lab.gateway([await lab.origin(afterMs)], { LB_REQUEST_TIMEOUT_MS: value });
    expect((await gateway.send("/api/status")).text).toBe("all backends failed: timeout");
  });

  test.for([
    ["many", 4_194_304],
    ["0", 4_194_304],
    ["1e12", 33_554_432],
  ] as const)("LB_MAX_REPLAY_BYTES=%j holds %i bytes and no more", async ([value, limit], { lab }) => {
    const origins = [await lab.origin(status(500)), await lab.origin(status(500))];
    const gateway = await lab.gateway(origins, { LB_MAX_REPLAY_BYTES: value });
    for (const [size, attempts] of [
      [limit, 2],
      [limit + 1, 1],
    ] as const) {
      const before = origins.flatMap(({ arrivals }) => arrivals).length;
      await gateway.send("/webhook/tg", { method: "POST", body: Buffer.alloc(size) });
      expect(origins.flatMap(({ arrivals }) => arrivals).length - before).toBe(attempts);
    }
  });
});
