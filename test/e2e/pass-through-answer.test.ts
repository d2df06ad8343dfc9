/** SPEC 1.4, to the client: the origin's answer as it is, and one header more. */
import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { test as base } from "./support/lab.ts";

const test = base
  .extend("origin", { scope: "file" }, ({ shared }) => shared.origin())
  .extend("gateway", { scope: "file" }, ({ shared, origin }) => shared.gateway([origin]));

describe("SAF-LB-PASSTHRU: an answer comes back as the origin gave it", () => {
  test.for([
    [200, "Fine By Me"],
    [201, "Created"],
    [202, "Queued"],
    [203, ""],
    [206, "Partial Content"],
    [300, "Multiple Choices"],
    [400, "Nope"],
    [401, "Unauthorized"],
    [404, "Not Here"],
    [409, "Lock Held"],
    [410, "Gone"],
    [418, "I'm a teapot"],
    [429, "Slow Down"],
    [451, "Unavailable For Legal Reasons"],
    [499, "Client Closed"],
  ] as const)("status %i %s", async ([code, reason], { gateway, origin }) => {
    origin.behave = (_, response) => void response.writeHead(code, reason, { "X-From": "origin" }).end("body");
    const answer = await gateway.send("/api/status");
    expect([answer.status, answer.reason, answer.text, answer.fields.get("x-from"), answer.complete]).toEqual([
      code,
      reason,
      "body",
      "origin",
      true,
    ]);
    expect(answer.fields.all("x-lb-backend")).toEqual([origin.url]);
  });

  test("nothing but x-lb-backend is added", async ({ gateway, origin }) => {
    origin.behave = (_, response) => {
      response.sendDate = false;
      response.writeHead(200, { "Content-Length": "2", "X-One": "1" }).end("ok");
    };
    const { fields } = await gateway.send("/api/status");
    expect(fields.names().filter((name) => name !== "connection")).toEqual(["content-length", "x-lb-backend", "x-one"]);
  });

  test("an x-lb-backend of the origin's own is replaced", async ({ gateway, origin }) => {
    origin.behave = (_, response) => void response.writeHead(200, { "X-LB-Backend": "https://claimed.example" }).end();
    expect((await gateway.send("/api/status")).fields.all("x-lb-backend")).toEqual([origin.url]);
  });

  test("each Set-Cookie keeps its line", async ({ gateway, origin }) => {
    const cookies = ["sid=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly", "theme=dark; Path=/", "theme=dark; Path=/"];
    origin.behave = (_, response) =>
      void response
        .writeHead(
          200,
          [...cookies].flatMap((cookie) => ["Set-Cookie", cookie]),
        )
        .end();
    expect((await gateway.send("/")).fields.all("set-cookie")).toEqual(cookies);
  });

  test("a value that is not UTF-8 keeps its bytes, also when another field has to be dropped", async ({ gateway, origin }) => {
    const value = "na\xefve \xff \xc3\xa9";
    for (const more of [{}, { "Proxy-Authenticate": "Basic" }]) {
      origin.behave = (_, response) => void response.writeHead(200, { "X-Name": value, ...more }).end();
      expect((await gateway.send("/")).fields.get("x-name")).toBe(value);
    }
  });

  test.for([
    ["gzip", gzipSync("compressed ".repeat(500))],
    ["br", Buffer.from([0x0b, 0x02, 0x80, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x03])],
    ["gzip", Buffer.from("this is no gzip at all")],
  ] as const)("bytes under Content-Encoding: %s are left alone", async ([encoding, body], { gateway, origin }) => {
    origin.behave = (_, response) =>
      void response.writeHead(200, { "Content-Encoding": encoding, "Content-Length": body.length }).end(body);
    const answer = await gateway.send("/assets/styles.css", { fields: [["Accept-Encoding", "gzip, br"]] });
    expect([answer.fields.get("content-encoding"), answer.fields.get("content-length"), answer.body.equals(body)]).toEqual([
      encoding,
      String(body.length),
      true,
    ]);
  });

  test.for([204, 205, 304])("%i has no body", async (code, { gateway, origin }) => {
    origin.behave = (_, response) => void response.writeHead(code, { ETag: '"v1"' }).end();
    const answer = await gateway.send("/assets/config.js");
    expect([answer.status, answer.fields.get("etag"), answer.body.length, answer.complete]).toEqual([code, '"v1"', 0, true]);
    expect(answer.fields.get("x-lb-backend")).toBe(origin.url);
  });

  test("a body without a length comes back whole", async ({ gateway, origin }) => {
    origin.behave = (_, response) => {
      for (let i = 0; i < 50; i++) response.write(`line ${i}\n`);
      response.end();
    };
    const answer = await gateway.send("/api/status");
    expect([answer.complete, answer.text]).toEqual([true, Array.from({ length: 50 }, (_, i) => `line ${i}\n`).join("")]);
  });

  test("a webhook may be answered with a call of its own", async ({ gateway, origin }) => {
    const call = '{"method":"sendMessage","chat_id":1,"text":"ok"}';
    origin.behave = (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).end(call);
    const answer = await gateway.send("/webhook/tg", { method: "POST", body: '{"update_id":1}' });
    expect([answer.status, answer.fields.get("content-type"), answer.text]).toEqual([200, "application/json", call]);
  });
});

describe("ARCH-READY-BASELINE: readiness and liveness are the backend's own words", () => {
  test.for([
    ["/ready", 200, '{"ready":true}'],
    ["/ready", 425, '{"ready":false,"redis":"loading"}'],
    ["/healthz", 200, '{"alive":true}'],
    ["/healthz", 429, "busy"],
  ] as const)("%s says %i %s", async ([path, code, body], { gateway, origin }) => {
    origin.behave = (_, response) => void response.writeHead(code).end(body);
    const answer = await gateway.send(path);
    expect([answer.status, answer.text, answer.fields.get("x-lb-backend"), origin.last().url]).toEqual([code, body, origin.url, path]);
  });

  test("a backend that says it is not ready with 503 counts as failed, and another is asked", async ({ lab }) => {
    const unready = await lab.origin((_, response) => void response.writeHead(503).end("not ready"));
    const ready = await lab.origin((_, response) => void response.end("ready"));
    const gateway = await lab.gateway([unready, ready]);
    for (let i = 0; i < 40 && unready.arrivals.length === 0; i++) expect((await gateway.send("/ready")).text).toBe("ready");
    expect(unready.arrivals.length).toBe(1);
  });
});
