/** SPEC 1.6: whatever goes wrong at one origin before its answer, the next one is tried, and the client never knows. */
import type { Socket } from "node:net";
import { describe, expect } from "vitest";
import { makeCertificates } from "../../dev/certificates.ts";
import { failuresOf, untilMet } from "./support/failing.ts";
import { type Backend, type Lab, test } from "./support/lab.ts";

interface Fault {
  readonly make: (lab: Lab) => Promise<Backend & { readonly trusted?: readonly string[] }>;
  readonly failure: string;
}

const network = (make: Fault["make"]): Fault => ({ make, failure: "network" });
const silence = (make: Fault["make"]): Fault => ({ make, failure: "timeout" });
const reset = (socket: Socket): void => void socket.resetAndDestroy();

const FAULTS: Readonly<Record<string, Fault>> = {
  "refuses the connection": network((lab) => lab.dead()),
  "resets the connection at once": network((lab) => lab.tcp(reset)),
  "resets in the middle of the handshake": network((lab) => lab.tcp((socket) => void socket.once("data", () => reset(socket)))),
  "closes after the request was read": network((lab) => lab.bytes((socket) => void socket.end())),
  "resets after the request was read": network((lab) => lab.bytes((_, arrival) => arrival.reset())),
  "is silent before the handshake": silence((lab) => lab.tcp(() => undefined)),
  "is silent after the handshake": silence((lab) => lab.bytes(() => undefined)),
  "never finishes its status line": silence((lab) => lab.bytes((socket) => void socket.write("HTTP/1.1 20"))),
  "never finishes its head": silence((lab) => lab.bytes((socket) => void socket.write("HTTP/1.1 200 OK\r\nX-Half: "))),
  "closes in the middle of the head": network((lab) => lab.bytes("HTTP/1.1 200 OK\r\nContent-Len")),
  "answers with garbage": network((lab) => lab.bytes("\x00\x01\x02 what is this\r\n\r\n")),
  "answers in another protocol": network((lab) => lab.bytes("SSH-2.0-OpenSSH_9.6\r\n")),
  "answers with a status that is no number": network((lab) => lab.bytes("HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n")),
  "speaks plain HTTP": network((lab) =>
    lab.tcp((socket) => void socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))),
  ),
  "has a certificate that nobody trusts": network(async (lab) => lab.origin(undefined, { certificates: await makeCertificates() })),
  "has a trusted certificate for another host": network(async (lab) => {
    const certificates = await makeCertificates(["elsewhere.example"]);
    const { url } = await lab.origin(undefined, { certificates });
    return { url, trusted: [certificates.ca] };
  }),
  "has a name that nobody knows": network(async () => ({ url: "https://no-such-host.invalid" })),
  "answers 103 and then the answer": network((lab) =>
    lab.bytes("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
  ),
  "answers 100 out of the blue": network((lab) => lab.bytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")),
  "answers 102 and nothing else": network((lab) => lab.bytes((socket) => void socket.write("HTTP/1.1 102 Processing\r\n\r\n"))),
};

const ENV = { LB_REQUEST_TIMEOUT_MS: "500" };

describe("NFR-HA-MULTI-INSTANCE: the next origin answers when one", () => {
  test.for(Object.entries(FAULTS))("%s", async ([, { make, failure }], { lab }) => {
    const bad = await make(lab);
    const good = await lab.origin();
    const gateway = await lab.gateway([bad, good], ENV, { trusted: bad.trusted ?? [] });
    let n = 0;
    const failures = await untilMet(
      gateway,
      bad,
      2,
      () => (++n % 2 === 0 ? gateway.send("/api/status?q=1") : gateway.send("/webhook/tg?q=1", { method: "POST", body: "update" })),
      (answer) => {
        expect([answer.status, answer.fields.get("x-lb-backend"), answer.complete]).toEqual([200, good.url, true]);
        expect(answer.text).toMatch(/^(GET \/api\/status|POST \/webhook\/tg)\?q=1$/);
      },
    );
    expect(new Set(failures)).toEqual(new Set([failure]));
  });

  test("has failed alone: 503, its reason phrase and the failure class", async ({ lab }) => {
    const gateway = await lab.gateway([await lab.dead(), await lab.dead()]);
    const answer = await gateway.send("/api/status");
    expect([answer.status, answer.reason, answer.text]).toEqual([503, "All Backends Unavailable", "all backends failed: network"]);
    expect(["content-type", "cache-control", "x-content-type-options", "x-lb-backend"].map((name) => answer.fields.get(name))).toEqual([
      "text/plain; charset=utf-8",
      "no-store",
      "nosniff",
      undefined,
    ]);
  });

  test("hangs: it costs one LB_REQUEST_TIMEOUT_MS, no more", async ({ lab }) => {
    const bad = await lab.bytes(() => undefined);
    const good = await lab.origin();
    const gateway = await lab.gateway([bad, good], ENV);
    await untilMet(
      gateway,
      bad,
      1,
      () => gateway.send("/api/status"),
      ({ ms, status }) => {
        expect(status).toBe(200);
        expect(ms).toBeLessThan(2_000);
      },
    );
  });

  test("breaks while 200 requests are under way: none is lost", async ({ lab }) => {
    const [dead, good] = [await lab.dead(), await lab.origin()];
    const gateway = await lab.gateway([dead, good]);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => gateway.send(`/api/status?i=${i}`)));
    expect(answers.map(({ text }) => text)).toEqual(answers.map((_, i) => `GET /api/status?i=${i}`));
    expect(failuresOf(gateway, dead).length).toBeGreaterThan(0);
  });
});
