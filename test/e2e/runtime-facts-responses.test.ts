/** How a response behaves in workerd: facts that the product leans on (`docs/runtime.md`). */

import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const COPY = "const r = await fetch(env.ORIGIN); return new Response(r.body, r);";

describe("headers of a response", () => {
  test.for([
    ["that was fetched", "await fetch(env.ORIGIN)"],
    ["of Response.redirect()", 'Response.redirect("https://a.example/")'],
  ] as const)("%s can never be changed", async ([, response], { lab }) => {
    const gateway = await lab.script(`try { (${response}).headers.set("x", "y"); } catch (e) { return [e.name, e.message]; }`, {
      ORIGIN: (await lab.origin()).url,
    });
    expect(JSON.parse((await gateway.send("/")).text)).toEqual(["TypeError", "Can't modify immutable headers."]);
  });

  test("can be changed on a copy, which keeps status, reason, each Set-Cookie, length and bytes", async ({ lab }) => {
    const body = gzipSync("packed ".repeat(100));
    const origin = await lab.origin((_, response) => {
      const fields = [
        "Set-Cookie",
        "a=1",
        "Set-Cookie",
        "b=2",
        "Content-Encoding",
        "gzip",
        "Content-Length",
        String(body.length),
        "X-Raw",
        "\xff\xe9",
      ];
      response.writeHead(404, "Fine By Me", fields).end(body);
    });
    const script = 'const r = await fetch(env.ORIGIN); const c = new Response(r.body, r); c.headers.set("x-added", "1"); return c;';
    const answer = await (await lab.script(script, { ORIGIN: origin.url })).send("/");
    expect([answer.status, answer.reason, answer.fields.all("set-cookie"), answer.fields.get("x-added")]).toEqual([
      404,
      "Fine By Me",
      ["a=1", "b=2"],
      "1",
    ]);
    expect([answer.fields.get("content-length"), answer.fields.get("x-raw"), answer.body.equals(body)]).toEqual([
      String(body.length),
      "\xff\xe9",
      true,
    ]);
  });

  const CONNECTION = "Connection: X-Hop\r\nKeep-Alive: timeout=5\r\nTE: trailers\r\nTrailer: X-Sum\r\nUpgrade: h2c\r\n";
  const PROXY = "X-Hop: 1\r\nProxy-Authenticate: Basic\r\nProxy-Authorization: x\r\nProxy-Connection: close\r\n";
  const HOP_BY_HOP = `HTTP/1.1 200 OK\r\n${CONNECTION}${PROXY}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;

  test("that belong to the connection stay visible on it", async ({ lab }) => {
    const origin = await lab.bytes(HOP_BY_HOP);
    const script = await lab.script("return [...(await fetch(env.ORIGIN)).headers.keys()]", { ORIGIN: origin.url });
    expect(JSON.parse((await script.send("/")).text)).toEqual(
      expect.arrayContaining(["connection", "x-hop", "keep-alive", "te", "trailer", "upgrade", "proxy-authenticate"]),
    );
  });

  test.for([
    ["the response itself", "return fetch(env.ORIGIN)"],
    ["a copy", "const r = await fetch(env.ORIGIN); return new Response(r.body, r)"],
  ] as const)("that frame the connection are written anew, the rest is relayed: %s", async ([, script], { lab }) => {
    const origin = await lab.bytes(HOP_BY_HOP);
    const { fields, text } = await (await lab.script(script, { ORIGIN: origin.url })).send("/");
    const relayed = ["keep-alive", "te", "trailer", "upgrade", "x-hop", "proxy-authenticate", "proxy-authorization", "proxy-connection"];
    expect(relayed.filter((name) => fields.get(name) !== undefined)).toEqual(relayed.slice(4));
    expect([fields.get("connection") ?? "", fields.all("transfer-encoding"), text]).toEqual([
      expect.not.stringContaining("X-Hop"),
      ["chunked"],
      "abc",
    ]);
  });
});

describe("the body of a response", () => {
  test("is decoded when it is read, while content-encoding stays", async ({ lab }) => {
    const origin = await lab.origin((_, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync("plain")));
    const script = 'const r = await fetch(env.ORIGIN); return [await r.text(), r.headers.get("content-encoding")];';
    expect(JSON.parse((await (await lab.script(script, { ORIGIN: origin.url })).send("/")).text)).toEqual(["plain", "gzip"]);
  });

  test("is cut by a timer that is still armed after the head", async ({ lab }) => {
    const origin = await lab.origin(async (_, response) => {
      response.write("first");
      await sleep(400);
      response.end("second");
    });
    const script =
      "try { return await (await fetch(env.ORIGIN, { signal: AbortSignal.timeout(150) })).text(); } catch (e) { return e.name; }";
    expect((await (await lab.script(script, { ORIGIN: origin.url })).send("/")).text).toMatch(/^"(TimeoutError|AbortError)"$/);
  });

  test("is let go by cancel(), however endless it is", async ({ lab }) => {
    const origin = await lab.origin((_, response) => {
      const timer = setInterval(() => response.write("more "), 10);
      response.on("close", () => clearInterval(timer));
    });
    const script = "const r = await fetch(env.ORIGIN); r.body.cancel(); await scheduler.wait(3000); return 1;";
    const exchange = (await lab.script(script, { ORIGIN: origin.url })).open("/");
    await until("the origin is let go", () => origin.arrivals[0]?.closed, 2_000);
    expect(exchange.answered).toBe(false);
  });

  test("ends short with a declared length when it is cut, and cleanly without", async ({ lab }) => {
    const declared = await lab.bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    const chunked = await lab.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n");
    const ends = async (ORIGIN: string) => {
      const { text, complete } = await (await lab.script(COPY, { ORIGIN })).send("/");
      return [text, complete];
    };
    expect([await ends(declared.url), await ends(chunked.url)]).toEqual([
      ["half", false],
      ["half", true],
    ]);
  });

  test("without a length is not finished while the request's body is still being passed on, though every byte is there", async ({
    lab,
  }) => {
    const origin = await lab.origin((_, response) => response.writeHead(413).end("too large"), { early: true });
    const pass = 'return fetch(env.ORIGIN, { method: "POST", body: request.body })';
    const exchange = (await lab.script(pass, { ORIGIN: origin.url })).open("/", { method: "POST", length: 50_000 });
    await exchange.write(Buffer.alloc(10_000));
    await until("the whole body", () => exchange.received === 9);
    expect(await Promise.race([exchange.answer.then(() => "finished"), sleep(300).then(() => "open")])).toBe("open");
    await exchange.write(Buffer.alloc(40_000));
    expect((await exchange.answer).complete).toBe(true);
  });
});
