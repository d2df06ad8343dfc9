/** SPEC 4: WebSockets through the primary with a replica, with a real client and a real server. */
import { once } from "node:events";
import { expect } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { Gateway } from "./support/gateway.ts";
import type { HttpsOrigin } from "./support/https-origin.ts";
import { type Backend, type Lab, test } from "./support/lab.ts";

/** Takes upgrades with the last sub-protocol offered, and echoes. */
function echoes(origin: HttpsOrigin): HttpsOrigin {
  const sockets = new WebSocketServer({ server: origin.server, handleProtocols: (offered) => [...offered].at(-1) ?? false });
  sockets.on("connection", (socket) => socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary })));
  return origin;
}

const pair = (lab: Lab, servers: readonly Backend[]) =>
  lab.deployment("primary-replica", { SERVERS_JSON: JSON.stringify(servers.map(({ url }) => url)) });

async function connect({ port }: Gateway, protocols: string[] = []): Promise<WebSocket> {
  const socket = new WebSocket(`wss://localhost:${port}/ws?room=1`, protocols, { rejectUnauthorized: false });
  await once(socket, "open");
  return socket;
}

async function echoOf(socket: WebSocket, message: string | Buffer): Promise<Buffer> {
  socket.send(message);
  const [data] = (await once(socket, "message")) as [Buffer];
  return data;
}

test("text and bytes go both ways, with the sub-protocol that was chosen, and it closes with its code", async ({ lab }) => {
  const socket = await connect(await pair(lab, [echoes(await lab.origin())]), ["v1", "v2"]);
  expect(socket.protocol).toBe("v2");
  expect((await echoOf(socket, "grüße")).toString()).toBe("grüße");
  const bytes = Buffer.alloc(200_000, 7);
  expect(Buffer.compare(await echoOf(socket, bytes), bytes)).toBe(0);
  socket.close(4001, "done");
  expect((await once(socket, "close"))[0]).toBe(4001);
});

test("an upgrade fails over at connect time, and an open socket is passed on untouched", async ({ lab }) => {
  const gateway = await pair(lab, [await lab.dead(), echoes(await lab.origin())]);
  const socket = await connect(gateway);
  expect((await echoOf(socket, "still here")).toString()).toBe("still here");
  socket.terminate();
});

test("C-NO-LONG-CONN is the gateway's alone: here an upgrade that is refused is the server's own answer", async ({ lab }) => {
  const origin = await lab.origin();
  origin.server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"));
  const { port } = await pair(lab, [origin, echoes(await lab.origin())]);
  const socket = new WebSocket(`wss://localhost:${port}/ws`, { rejectUnauthorized: false });
  const [error] = (await once(socket, "error")) as [Error];
  expect(error.message).toContain("403");
});

test("a switch of protocols that nobody asked for is no answer: the next server is asked", async ({ lab }) => {
  const odd = await lab.bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n");
  const answer = await (await pair(lab, [odd, await lab.origin()])).send("/page");
  expect([answer.status, answer.text, odd.arrivals.some(({ first }) => first.startsWith("GET /page"))]).toEqual([200, "GET /page", true]);
});
