/** SPEC 1.4, to the origin: what the client sent arrives unchanged, and nothing is added. */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import type { Field } from "./support/fields.ts";
import { test as base } from "./support/lab.ts";

const test = base
  .extend("origin", { scope: "file" }, ({ shared }) => shared.origin())
  .extend("gateway", { scope: "file" }, ({ shared, origin }) => shared.gateway([origin]));

const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe("SAF-LB-PASSTHRU: a request arrives as it was sent", () => {
  test.for([
    "/api/status",
    "/api/status?",
    "/api/status?a=1&a=2&b=",
    "/api/status?x=%2F%2f%00+%20",
    "/api/status?url=https://x.example/?y=1",
    "/api/status??",
    "/?",
    "/assets/config.js?v=1.2.3",
  ])("path and query of %s", async (path, { gateway, origin }) => {
    await gateway.send(path);
    expect(origin.last().url).toBe(path);
  });

  test("the query is what the URL standard makes of it", async ({ gateway, origin }) => {
    await gateway.send(`/api/status?a="b"&c='d'&<e>`);
    expect(origin.last().url).toBe(new URL(`https://lb.example/api/status?a="b"&c='d'&<e>`).href.slice("https://lb.example".length));
  });

  const credentials: readonly Field[] = [
    ["Authorization", "Bearer s3cret-token"],
    ["Cookie", "sid=1; theme=dark"],
    ["X-Telegram-Bot-Api-Secret-Token", "tg-secret"],
    ["X-Reconcile-Token", "r"],
    ["X-Push-Verification", "v"],
  ];
  const ordinary: readonly Field[] = [
    ["Accept", "text/html;q=0.9, */*"],
    ["Accept-Encoding", "gzip, br;q=0.5"],
    ["User-Agent", "client/1.0 (test)"],
    ["Content-Type", "application/json; charset=utf-8"],
    ["If-None-Match", '"abc"'],
    ["Range", "bytes=0-1"],
    ["X-Forwarded-For", "192.0.2.1"],
    ["X-Empty", ""],
    ["Origin", "https://admin.example"],
    ["CF-Connecting-IP", "192.0.2.9"],
    ["X-LB-Backend", "https://claimed.example"],
  ];

  test.for([...credentials, ...ordinary])("%s: %s", async ([name, value], { gateway, origin }) => {
    await gateway.send("/webhook/tg", { method: "POST", fields: [[name, value]], body: "{}" });
    expect(origin.last().fields.all(name)).toEqual([value]);
  });

  test("nothing is added", async ({ gateway, origin }) => {
    await gateway.send("/api/status", { fields: credentials });
    const sent = [...credentials.map(([name]) => name.toLowerCase()), "host", "connection"];
    const added = origin
      .last()
      .fields.names()
      .filter((name) => !sent.includes(name));
    expect(added).toEqual([]);
  });

  test("Host is the origin's own", async ({ gateway, origin }) => {
    await gateway.send("/api/status", { host: "lb.example" });
    expect(origin.last().fields.all("host")).toEqual([`localhost:${origin.port}`]);
  });

  test("a value that is not UTF-8 keeps its bytes, also when another field has to be dropped", async ({ gateway, origin }) => {
    const value = "caf\xe9 \xff\xfe \xc3\xa9";
    for (const more of [[], [["Proxy-Authorization", "Basic eA=="]]] as readonly (readonly Field[])[]) {
      await gateway.send("/api/status", { fields: [["X-Name", value], ...more] });
      expect(origin.last().fields.get("x-name")).toBe(value);
    }
  });

  test("fields sent twice arrive with both values", async ({ gateway, origin }) => {
    await gateway.send("/api/status", {
      fields: [
        ["X-Twice", "1"],
        ["X-Twice", "2"],
      ],
    });
    expect(origin.last().fields.get("x-twice")).toBe("1, 2");
  });
});

describe("SAF-LB-PASSTHRU: a body arrives byte for byte", () => {
  test.for([
    ["signed JSON with a BOM, CRLF and NUL", Buffer.from('\ufeff{"a":\r\n"\0"}')],
    ["lone bytes and half a surrogate", Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80, 0x00, 0x0a])],
    ["an emoji", Buffer.from("🦊".repeat(1000))],
    ["a megabyte of noise", randomBytes(1_000_000)],
    ["one byte", Buffer.of(0)],
  ] as const)("%s", async ([, body], { gateway, origin }) => {
    for (const [method, path] of [
      ["POST", "/webhook/tg"],
      ["PUT", "/api/config"],
    ] as const) {
      const answer = await gateway.send(path, { method, body });
      expect(answer.status).toBe(200);
      const { sha256, fields } = origin.last();
      expect([sha256, fields.get("content-length")]).toEqual([hash(body), String(body.length)]);
    }
  });

  test("a request that is compressed stays compressed", async ({ gateway, origin }) => {
    const body = Buffer.from("1f8b0800000000000003abae0500430c2ba302000000", "hex");
    await gateway.send("/push/jmap", { method: "POST", fields: [["Content-Encoding", "gzip"]], body });
    expect([origin.last().fields.get("content-encoding"), origin.last().sha256]).toEqual(["gzip", hash(body)]);
  });

  test.for([
    ["that announces a length of 0", { length: 0 }],
    ["with a declared body", { body: "abc" }],
    ["with a chunked body", { body: [Buffer.from("abc")] }],
  ] as const)("a GET %s goes out without one", async ([, sent], { gateway, origin }) => {
    const answer = await gateway.send("/api/status", sent);
    expect([answer.status, answer.text]).toEqual([200, "GET /api/status"]);
    const { received, fields } = origin.last();
    expect([received, fields.get("transfer-encoding"), Number(fields.get("content-length") ?? 0)]).toEqual([0, undefined, 0]);
  });
});

test("C-LB-SHARED-SECRETS: credentials are the backends' affair: one that refuses them has answered, and no other is asked", async ({
  lab,
}) => {
  const refuse = async () => lab.origin((_, response) => void response.writeHead(401).end("bad token"));
  const [a, b] = [await refuse(), await refuse()];
  const gateway = await lab.gateway([a, b]);
  for (let i = 0; i < 6; i++) {
    const answer = await gateway.send("/webhook/tg", {
      method: "POST",
      fields: [["X-Telegram-Bot-Api-Secret-Token", "other"]],
      body: "{}",
    });
    expect([answer.status, answer.text]).toEqual([401, "bad token"]);
  }
  expect(a.arrivals.length + b.arrivals.length).toBe(6);
});
