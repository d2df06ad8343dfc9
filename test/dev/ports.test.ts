import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../dev/ports.ts";

test("a free port is none that a system hands out by itself, each is given once, and it can be had", async () => {
  const ports: number[] = [];
  for (let i = 0; i < 20; i++) ports.push(await freePort());
  expect(ports.filter((port) => port < 1_024 || port >= 32_768)).toEqual([]);
  expect(new Set(ports).size).toBe(ports.length);
  const server = createServer().listen(ports[0], "127.0.0.1");
  await once(server, "listening");
  server.close();
});
