/** SPEC 1.5: a body that fits is held and sent again, whole and with its length, on every attempt. */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { untilMet } from "./support/failing.ts";
import { status } from "./support/https-origin.ts";
import { type Backend, type Lab, test } from "./support/lab.ts";
import { pieces, slowPieces } from "./support/until.ts";

const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const FAULTS: Readonly<Record<string, (lab: Lab) => Promise<Backend>>> = {
  "was refused": (lab) => lab.dead(),
  "was reset after the request was read": (lab) => lab.bytes((_, { reset }) => reset()),
  "answered 500": (lab) => lab.origin(status(500)),
  "answered 503 at the head": (lab) => lab.origin(status(503), { early: true }),
  "did not answer": (lab) => lab.bytes(() => undefined),
};

const BODIES = {
  declared: (bytes: Buffer) => ({ body: bytes }),
  chunked: (bytes: Buffer) => ({ body: [...pieces(bytes)] }),
};

describe("NFR-HA-MULTI-INSTANCE: a body is sent again after an attempt that", () => {
  for (const [fault, make] of Object.entries(FAULTS)) {
    test.for(Object.entries(BODIES))(`${fault}: %s`, async ([, framed], { lab }) => {
      const bad = await make(lab);
      const good = await lab.origin();
      const gateway = await lab.gateway([bad, good], { LB_REQUEST_TIMEOUT_MS: "600" });
      const bytes = randomBytes(200_000);
      await untilMet(
        gateway,
        bad,
        2,
        () =>
          gateway.send("/webhook/tg?n=1", {
            method: "POST",
            fields: [
              ["Content-Type", "application/json"],
              ["X-Token", "t"],
            ],
            ...framed(bytes),
          }),
        (answer) => {
          expect([answer.status, answer.text]).toEqual([200, "POST /webhook/tg?n=1"]);
          const { fields, sha256 } = good.last();
          expect([fields.get("content-type"), fields.get("x-token"), sha256]).toEqual(["application/json", "t", hash(bytes)]);
          expect([fields.all("content-length"), fields.all("transfer-encoding")]).toEqual([["200000"], []]);
        },
      );
    });
  }

  test("answered 502, and it had the whole body as well", async ({ lab }) => {
    const origins = [await lab.origin(status(502)), await lab.origin(status(502)), await lab.origin(status(502))];
    const gateway = await lab.gateway(origins, { LB_MAX_ATTEMPTS: "3" });
    const body = randomBytes(50_000);
    const answer = await gateway.send("/api/config", { method: "PUT", body });
    expect([answer.status, answer.text]).toEqual([503, "all backends failed: status 502"]);
    expect(origins.map(({ arrivals }) => arrivals.map(({ method, sha256 }) => [method, sha256]))).toEqual(
      origins.map(() => [["PUT", hash(body)]]),
    );
  });
});

describe("an empty body", () => {
  test.for([
    ["no body at all", {}],
    ["Content-Length: 0", { length: 0 }],
    ["an empty chunked body", { body: [] as Buffer[] }],
  ] as const)("POST with %s is forwarded, and again after a failure", async ([, sent], { lab }) => {
    const bad = await lab.origin(status(500));
    const good = await lab.origin();
    const gateway = await lab.gateway([bad, good]);
    await untilMet(
      gateway,
      bad,
      1,
      () => gateway.send("/api/admin/session/revoke", { method: "POST", ...sent }),
      (answer) => {
        expect([answer.status, answer.text]).toEqual([200, "POST /api/admin/session/revoke"]);
        expect([good.last().received, good.last().fields.get("content-length")]).toEqual([0, "0"]);
      },
    );
  });
});

describe("an upload that takes longer than the timeout", () => {
  test.for([
    ["declared", 6_000],
    ["chunked", undefined],
  ] as const)("is neither cut nor refused: %s", async ([, length], { lab }) => {
    const origin = await lab.origin();
    const gateway = await lab.gateway([origin], { LB_REQUEST_TIMEOUT_MS: "300" });
    const bytes = randomBytes(6_000);
    const body = slowPieces(bytes, 1_000, 90);
    const answer = await gateway.send("/push/jmap", { method: "POST", body, ...(length !== undefined && { length }) });
    expect([answer.status, origin.last().sha256, gateway.events()]).toEqual([200, hash(bytes), []]);
    expect(answer.ms).toBeGreaterThan(400);
  });
});

test("a client that leaves in the middle of its upload reaches no origin", async ({ lab }) => {
  const origin = await lab.origin();
  const gateway = await lab.gateway([origin]);
  const exchange = gateway.open("/webhook/tg", { method: "POST", length: 1_000 });
  await exchange.write(Buffer.alloc(500));
  exchange.leave();
  const next = await gateway.send("/webhook/tg", { method: "POST", body: "next" });
  expect([next.status, origin.arrivals.map(({ body }) => body?.toString())]).toEqual([200, ["next"]]);
});
