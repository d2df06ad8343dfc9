/** A `Connection` that names the body's own encoding costs no body: dropped, the runtime would decode what is no gzip. */
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { test } from "./support/lab.ts";

test.for([
  ["gzip", gzipSync("packed".repeat(100))],
  ["gzip", Buffer.from("this is no gzip at all")],
] as const)("Content-Encoding: %s, named by Connection, arrives with its bytes", async ([encoding, body], { lab }) => {
  const origin = await lab.origin();
  origin.behave = (_, response) =>
    void response
      .writeHead(200, { Connection: "content-encoding, x-hop", "X-Hop": "1", "Content-Encoding": encoding, "Content-Length": body.length })
      .end(body);
  const gateway = await lab.gateway([origin]);
  const answer = await gateway.send("/");
  expect([answer.status, answer.fields.get("content-encoding"), answer.fields.get("x-hop")]).toEqual([200, encoding, undefined]);
  expect(Buffer.compare(answer.body, body)).toBe(0);
});
