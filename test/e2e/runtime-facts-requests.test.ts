/** How a request behaves in workerd, and time and memory around it: facts that the product leans on (`docs/runtime.md`). */
import { describe, expect } from "vitest";
import type { Sent } from "./support/client.ts";
import type { Field } from "./support/fields.ts";
import { type Lab, test } from "./support/lab.ts";

async function run(
  lab: Lab,
  script: string,
  path = "/",
  sent: Sent = {},
  env: Readonly<Record<string, string>> = {},
  prelude = "",
): Promise<unknown> {
  return JSON.parse((await (await lab.script(script, env, prelude)).send(path, sent)).text);
}

describe("the URL of a request", () => {
  test("keeps a lone question mark, which pathname and search lose", async ({ lab }) => {
    const script = "const u = new URL(request.url); return [request.url, u.pathname + u.search, u.href];";
    expect(await run(lab, script, "/a?")).toEqual(["https://lb.example/a?", "/a", "https://lb.example/a?"]);
  });

  test("begins with what the socket is, whatever the client claims", async ({ lab }) => {
    const gateway = await lab.script("return request.url");
    const fields: readonly Field[] = [["X-Forwarded-Proto", "https"]];
    expect((await gateway.send("/", { plain: true, fields })).text).toBe('"http://lb.example/"');
    expect((await gateway.send("/", { fields: [["X-Forwarded-Proto", "http"]] })).text).toBe('"https://lb.example/"');
  });

  test.for([
    ["/a/./b/../c", "/a/c"],
    ["/a/%2e/b/%2E%2e/c", "/a/c"],
    ["/a\\b", "/a/b"],
    ["/a%2Fb", "/a%2Fb"],
    ["/a%00", "/a%00"],
    ["/a//b", "/a//b"],
    ["//host/x", "//host/x"],
    ["/A", "/A"],
    ["/%61", "/%61"],
  ] as const)("has, for %s, the pathname %s", async ([path, pathname], { lab }) => {
    expect(await run(lab, "return new URL(request.url).pathname", path)).toBe(pathname);
  });

  test("resolved as a path with two slashes is another host's", async ({ lab }) => {
    expect(await run(lab, 'return new URL("//stranger.example/x", "https://a.example").host')).toBe("stranger.example");
  });
});

describe("the body of a request", () => {
  test("is not null for a GET with Content-Length: 0, and cannot be passed on", async ({ lab }) => {
    const script =
      'const has = request.body !== null; try { new Request("https://a.example", { method: "GET", body: request.body }); } catch (e) { return [has, e.name]; }';
    expect(await run(lab, script, "/", { length: 0 })).toEqual([true, "TypeError"]);
    expect(await run(lab, "return request.body === null")).toBe(true);
  });
});

describe("the headers of a request", () => {
  const PASS = "return fetch(env.ORIGIN, { headers: request.headers })";

  test("lose by themselves what frames the connection; not what Connection names, nor Proxy-Authorization", async ({ lab }) => {
    const origin = await lab.origin();
    const fields: readonly Field[] = [
      ["Connection", "X-Hop"],
      ["Keep-Alive", "timeout=5"],
      ["TE", "trailers"],
      ["Trailer", "X-Sum"],
      ["Upgrade", "h2c"],
      ["X-Hop", "1"],
      ["Proxy-Authorization", "Basic eA=="],
    ];
    await (await lab.script(PASS, { ORIGIN: origin.url })).send("/", { fields });
    const { fields: arrived } = origin.last();
    expect(["keep-alive", "te", "trailer", "upgrade", "x-hop", "proxy-authorization"].map((name) => arrived.get(name))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      "1",
      "Basic eA==",
    ]);
    expect(arrived.get("connection") ?? "").not.toContain("X-Hop");
  });

  test("name the host of the URL that is fetched, whatever is set", async ({ lab }) => {
    const origin = await lab.origin();
    await (await lab.script('return fetch(env.ORIGIN, { headers: { host: "other.example" } })', { ORIGIN: origin.url })).send("/");
    expect(origin.last().fields.all("host")).toEqual([`localhost:${origin.port}`]);
  });

  test.for([
    ["passed on", "request.headers", true],
    ["copied and one deleted", '(() => { const h = new Headers(request.headers); h.delete("x-other"); return h; })()', true],
    ["read and set again", 'new Headers([["x-raw", request.headers.get("x-raw")]])', false],
  ] as const)("keep a value that is not UTF-8 when they are %s: %s", async ([, headers, survives], { lab }) => {
    const origin = await lab.origin();
    const value = "caf\xe9 \xff";
    const gateway = await lab.script(`return fetch(env.ORIGIN, { headers: ${headers} })`, { ORIGIN: origin.url });
    await gateway.send("/", {
      fields: [
        ["X-Raw", value],
        ["X-Other", "1"],
      ],
    });
    expect(origin.last().fields.get("x-raw") === value).toBe(survives);
  });
});

describe("time and memory", () => {
  test("a timer of 2^31-1 ms, the longest that is ever set, does not fire at once", async ({ lab }) => {
    const script =
      'return Promise.race([new Promise((done) => setTimeout(() => done("fired"), 2147483647)), scheduler.wait(200).then(() => "waits")])';
    expect(await run(lab, script)).toBe("waits");
  });

  test("an I/O object of one request cannot be used by another", async ({ lab }) => {
    const origin = await lab.origin();
    const script = `kept ??= await fetch(env.ORIGIN);
      if (request.url.endsWith("/first")) return "kept";
      try { return await kept.text(); } catch (e) { return e.message; }`;
    const gateway = await lab.script(script, { ORIGIN: origin.url }, "let kept;");
    expect((await gateway.send("/first")).text).toBe('"kept"');
    expect((await gateway.send("/second")).text).toContain("Cannot perform I/O on behalf of a different request");
  });

  test("module scope outlives a request", async ({ lab }) => {
    const gateway = await lab.script("return ++count", {}, "let count = 0;");
    expect([(await gateway.send("/")).text, (await gateway.send("/")).text]).toEqual(["1", "2"]);
  });

  test("request.signal says nothing of a client that left, under this compatibility date", async ({ lab }) => {
    expect(await run(lab, "return request.signal?.aborted ?? null")).not.toBe(true);
  });
});
