/** SPEC 1.4: what belongs to one connection stops at the gateway, both ways (RFC 9110 §7.6.1). */
import { describe, expect } from "vitest";
import type { Field } from "./support/fields.ts";
import { test as base } from "./support/lab.ts";

const test = base
  .extend("origin", { scope: "file" }, ({ shared }) => shared.origin())
  .extend("gateway", { scope: "file" }, ({ shared, origin }) => shared.gateway([origin]));

const HOP_BY_HOP: readonly Field[] = [
  ["Keep-Alive", "timeout=5"],
  ["Proxy-Connection", "keep-alive"],
  ["Proxy-Authenticate", "Basic realm=x"],
  ["Proxy-Authorization", "Basic Y2FuYXJ5"],
  ["TE", "trailers"],
  ["Trailer", "X-Checksum"],
  ["Upgrade", "h2c"],
];

const NAMED: readonly (readonly [connection: string, dropped: readonly string[]])[] = [
  ["X-Hop", ["x-hop"]],
  ["keep-alive, x-hop", ["x-hop"]],
  ["close,X-HOP ,\tX-Other", ["x-hop", "x-other"]],
  ["x-other, , not a token, x-hop", ["x-hop", "x-other"]],
];

describe("SAF-LB-PASSTHRU: of a request", () => {
  test.for(HOP_BY_HOP)("%s: %s stops here", async (field, { gateway, origin }) => {
    await gateway.send("/api/status", { fields: [field, ["X-Stays", "1"]] });
    const { fields } = origin.last();
    expect([fields.get(field[0]), fields.get("x-stays")]).toEqual([undefined, "1"]);
  });

  test.for(NAMED)("Connection: %s drops what it names", async ([connection, dropped], { gateway, origin }) => {
    await gateway.send("/api/status", {
      fields: [
        ["Connection", connection],
        ["X-Hop", "1"],
        ["X-Other", "2"],
        ["X-Stays", "3"],
      ],
    });
    const { fields } = origin.last();
    const expected = ["x-hop", "x-other", "x-stays"].filter((name) => !dropped.includes(name));
    expect(fields.names().filter((name) => name.startsWith("x-"))).toEqual(expected);
    expect(fields.get("connection") ?? "").not.toMatch(/x-/i);
  });

  test("fields named on several Connection lines are all dropped", async ({ gateway, origin }) => {
    await gateway.send("/api/status", {
      fields: [
        ["Connection", "x-hop"],
        ["Connection", "x-other"],
        ["X-Hop", "1"],
        ["X-Other", "2"],
      ],
    });
    expect(
      origin
        .last()
        .fields.names()
        .filter((name) => name.startsWith("x-")),
    ).toEqual([]);
  });

  test("Transfer-Encoding of a body that is held gives way to its length", async ({ gateway, origin }) => {
    await gateway.send("/webhook/tg", { method: "POST", body: [Buffer.from("ab"), Buffer.from("cd")] });
    const { fields, body } = origin.last();
    expect([fields.get("transfer-encoding"), fields.get("content-length"), body?.toString()]).toEqual([undefined, "4", "abcd"]);
  });

  test("Expect: 100-continue is answered by the gateway and not forwarded: the origin's answer is the final one", async ({
    gateway,
    origin,
  }) => {
    origin.behave = (_, response) => void response.writeHead(201).end("stored");
    const answer = await gateway.send("/webhook/tg", { method: "POST", fields: [["Expect", "100-continue"]], body: "update" });
    const { fields, body } = origin.last();
    expect([answer.status, answer.text, fields.get("expect"), body?.toString()]).toEqual([201, "stored", undefined, "update"]);
  });
});

describe("C-NO-LONG-CONN: an upgrade becomes an ordinary request", () => {
  test.for(["websocket", "h2c", "WebSocket"])("Upgrade: %s", async (protocol, { gateway, origin }) => {
    origin.behave = (request, response) => void response.end(`plain ${request.url}`);
    const answer = await gateway.send("/api/status", {
      fields: [
        ["Connection", "Upgrade"],
        ["Upgrade", protocol],
        ["Sec-WebSocket-Version", "13"],
        ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
      ],
    });
    expect([answer.status, answer.text]).toEqual([200, "plain /api/status"]);
    expect(origin.last().fields.get("upgrade")).toBeUndefined();
  });

  test("an origin that switches protocols all the same has given no answer", async ({ lab }) => {
    const eager = await lab.bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    const gateway = await lab.gateway([eager]);
    const answer = await gateway.send("/api/status", {
      fields: [
        ["Connection", "Upgrade"],
        ["Upgrade", "websocket"],
      ],
    });
    expect([answer.status, answer.text]).toEqual([503, "all backends failed: network"]);
  });
});

describe("SAF-LB-PASSTHRU: of an answer", () => {
  test.for(HOP_BY_HOP)("%s: %s stops here", async ([name, value], { gateway, origin }) => {
    origin.behave = (_, response) => void response.writeHead(200, { [name]: value, "X-Stays": "1" }).end("ok");
    const { fields, text } = await gateway.send("/api/status");
    expect([fields.get(name), fields.get("x-stays"), text]).toEqual([undefined, "1", "ok"]);
  });

  test.for(NAMED)("Connection: %s drops what it names", async ([connection, dropped], { lab }) => {
    const origin = await lab.bytes(
      `HTTP/1.1 200 OK\r\nConnection: ${connection}\r\nX-Hop: 1\r\nX-Other: 2\r\nX-Stays: 3\r\nContent-Length: 2\r\n\r\nok`,
    );
    const { fields, text } = await (await lab.gateway([origin])).send("/api/status");
    const expected = ["x-hop", "x-other", "x-stays"].filter((name) => !dropped.includes(name));
    expect([fields.names().filter((name) => /^x-(?!lb)/.test(name)), text]).toEqual([expected, "ok"]);
    expect(fields.get("connection") ?? "").not.toMatch(/x-/i);
  });

  test("the gateway frames the body itself, once", async ({ lab }) => {
    const origin = await lab.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");
    const { fields, text, complete } = await (await lab.gateway([origin])).send("/api/status");
    expect([fields.all("transfer-encoding"), fields.all("content-length"), text, complete]).toEqual([["chunked"], [], "ok", true]);
  });
});
