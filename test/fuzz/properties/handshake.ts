/** Attempts to switch protocols: no spelling of one ends the isolate, goes to a stranger or spoils what comes after it. */
import fc from "fast-check";
import { handshake, handshakeAnswer } from "../arbitraries/handshakes.ts";
import { must, mustBe } from "../support/checks.ts";
import type { Recorder } from "../support/recorder.ts";
import { statusOf } from "../support/wire.ts";
import type { World } from "../support/world.ts";

export interface HandshakeCase {
  readonly asks: string;
  readonly answers: string;
}

export const HANDSHAKE_CASES: Readonly<Record<string, fc.Arbitrary<HandshakeCase>>> = {
  "handshakes: any": fc.record({ asks: handshake, answers: handshakeAnswer }),
};

/** The bytes that a case puts on both wires. */
export function handshakeBytes({ asks, answers }: HandshakeCase): string {
  return `client ${JSON.stringify(asks)} origin ${JSON.stringify(answers)}`;
}

export async function checkHandshake(world: World, { asks, answers }: HandshakeCase): Promise<void> {
  const [origin] = world.origins as [Recorder];
  origin.scripts.push({ pieces: [Buffer.from(answers, "latin1")], ending: "end" });
  const [method = ""] = asks.split(" ");
  const said = await world.talk(Buffer.from(asks, "latin1"), { methods: [method], end: true });
  const broken = said.messages.filter((one) => statusOf(one) === 500 && one.fields.get(world.contract.observation) === undefined);
  await world.explained(broken);
  if (!world.contract.webSockets) mustBe("protocols switched", said.messages.filter((one) => statusOf(one) === 101).length, 0);
  for (const { fields } of origin.arrivals) {
    const isSocket = world.contract.webSockets && method === "GET" && /^upgrade: websocket\r$/im.test(asks);
    must("an upgrade crosses only where it may", fields.get("upgrade") === undefined || isSocket, fields.list);
    must(
      "no settings of HTTP/2 cross where Connection names them",
      !/HTTP2-Settings\r/.test(asks) || fields.get("http2-settings") === undefined,
      fields.list,
    );
  }
  // What was said to a handshake may be left over on its connection.
  origin.scripts.length = 0;
  origin.hangUp();
  for (let i = 0; i < 3; i++)
    await world.talk(Buffer.from("GET /api/status?between HTTP/1.1\r\nHost: lb.example\r\n\r\n"), { methods: ["GET"] });
  return world.endCase();
}
