/** Where one message ends and the next begins for workerd, on both sides: what the fuzz run has to know (`docs/runtime.md`). */
import { describe, expect } from "vitest";
import { converse, statusOf } from "../fuzz/support/wire.ts";
import type { BytesOrigin } from "./support/bytes-origin.ts";
import { type Lab, test } from "./support/lab.ts";

const HOST = "Host: lb.example\r\n";
const NEXT = `GET /next HTTP/1.1\r\n${HOST}\r\n`;

/** What a Worker that shows each request it sees answers to these bytes, in order; `undefined`: not the Worker's answer. */
async function seen(lab: Lab, bytes: string): Promise<readonly (readonly [status: number, shown: unknown])[]> {
  const { port } = await lab.script("return [request.method, new URL(request.url).pathname, await request.text().catch(() => null)]");
  const said = await converse({ port, secure: true }, { pieces: [Buffer.from(bytes, "latin1")], methods: ["", "", ""], end: true });
  return said.messages.map((answer) => {
    const isOurs = answer.fields.get("content-type") === "application/json";
    return [statusOf(answer), isOurs ? JSON.parse(answer.body.toString()) : undefined] as const;
  });
}

const post = (fields: string, body: string): string => `POST /a HTTP/1.1\r\n${HOST}${fields}\r\n${body}`;

describe("a request is answered 500 by the runtime, and the Worker never sees it, where", () => {
  test.for([
    ["its length is no number", post("Content-Length: +1\r\n", "x")],
    ["it has two lengths", post("Content-Length: 1\r\nContent-Length: 1\r\n", "x")],
    ["its coding is not chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")],
    ["its target is a whole URL", `GET https://lb.example/a HTTP/1.1\r\n${HOST}\r\n`],
    ["it has two hosts", `GET /a HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`],
    ["its host is none", "GET /a HTTP/1.1\r\nHost: evil.example/b?\r\n\r\n"],
    ["it wants a tunnel", `CONNECT lb.example:443 HTTP/1.1\r\n${HOST}\r\n`],
  ])("%s", async ([, bytes = ""], { lab }) => {
    expect(await seen(lab, bytes)).toEqual([[500, undefined]]);
  });
});

describe("a request with two readings", () => {
  test.for([
    ["chunks count, not the length", post("Content-Length: 99\r\nTransfer-Encoding: chunked\r\n", "1\r\nx\r\n0\r\n\r\n"), "x"],
    ["a length that is empty is none", post("Content-Length: \r\n", ""), ""],
    ["lines of chunks may end without their carriage return", post("Transfer-Encoding: chunked\r\n", "1\nx\n0\n\n"), "x"],
    ["a body of chunks with extensions cannot be read", post("Transfer-Encoding: chunked\r\n", "1;a=b\r\nx\r\n0\r\n\r\n"), null],
  ] as const)("%s", async ([, bytes, body], { lab }) => {
    expect((await seen(lab, bytes))[0]).toEqual([200, ["POST", "/a", body]]);
  });

  test("its trailers are taken for the next request", async ({ lab }) => {
    expect(await seen(lab, post("Transfer-Encoding: chunked\r\n", `0\r\n${NEXT}`))).toEqual([
      [200, ["POST", "/a", ""]],
      [200, ["GET", "/next", ""]],
    ]);
  });
});

test("dots in a path are resolved before a backslash is a slash and a # ends it", async ({ lab }) => {
  const paths = ["/a/b\\/../c", "/a/b#/../c"].map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`);
  expect((await seen(lab, paths.join(""))).map(([, shown]) => (shown as readonly unknown[])[1])).toEqual(["/a/c", "/a/c"]);
});

test("a field without a value is lost if the runtime knows its name", async ({ lab }) => {
  const origin = await lab.origin();
  const fields = [["Authorization", ""] as const, ["X-Own", ""] as const];
  await (await lab.gateway([origin])).send("/api/status", { fields });
  expect([origin.last().fields.get("authorization"), origin.last().fields.get("x-own")]).toEqual([undefined, ""]);
});

describe("what an origin writes beyond its answer is taken for the answer to the next request on that connection", () => {
  /** Writes this to the first request, and to every other one its target. */
  const firstly = (lab: Lab, bytes: string): Promise<BytesOrigin> => {
    let count = 0;
    return lab.bytes((socket, { first }) => {
      const target = first.split(" ")[1] ?? "";
      socket.write(count++ === 0 ? bytes : `HTTP/1.1 200 OK\r\nContent-Length: ${target.length}\r\n\r\n${target}`);
    });
  };
  const askThree = async (lab: Lab, origin: BytesOrigin): Promise<string[]> => {
    const gateway = await lab.gateway([origin], { LB_REQUEST_TIMEOUT_MS: "2000" });
    const texts: string[] = [];
    for (const query of ["?1", "?2", "?3"]) texts.push((await gateway.send(`/push/jmap${query}`, { method: "POST", body: "x" })).text);
    return texts;
  };

  test("and so on for ever, each answer one request late", async ({ lab }) => {
    const origin = await firstly(lab, "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmore");
    expect(await askThree(lab, origin)).toEqual(["", "more", "/push/jmap?2"]);
  });

  test("trailers are no answer, so that the next request fails and the one after it has a new connection", async ({ lab }) => {
    const origin = await firstly(lab, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-T: 1\r\n\r\n");
    expect(await askThree(lab, origin)).toEqual(["x", "all backends failed: network", "/push/jmap?3"]);
  });

  test("not so behind an interim answer, which ends the connection", async ({ lab }) => {
    const origin = await firstly(lab, "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmore");
    expect(await askThree(lab, origin)).toEqual(["all backends failed: network", "/push/jmap?2", "/push/jmap?3"]);
  });
});

test("a status of four digits is read and written", async ({ lab }) => {
  const origin = await lab.bytes("HTTP/1.1 2000 Odd\r\nContent-Length: 0\r\n\r\n");
  const { port } = await lab.deployment("primary-replica", { SERVERS_JSON: JSON.stringify([origin.url]) });
  const bytes = Buffer.from(`GET / HTTP/1.1\r\n${HOST}\r\n`);
  expect((await converse({ port, secure: true }, { pieces: [bytes], methods: ["GET"], end: false })).text).toMatch(
    /^HTTP\/1\.1 2000 Odd\r\n/,
  );
});
