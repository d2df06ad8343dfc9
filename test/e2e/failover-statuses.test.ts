/** SPEC 1.6: which statuses are answers and which are failures. */
import { describe, expect } from "vitest";
import { untilMet } from "./support/failing.ts";
import { status } from "./support/https-origin.ts";
import { test } from "./support/lab.ts";

// The named ones, those that Cloudflare gives for an origin it cannot reach, and a sample of the rest.
const FAILURES = [
  500, 501, 502, 503, 504, 505, 507, 508, 510, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530, 540, 555, 561, 577, 598, 599, 600, 999,
];
const ANSWERS = [200, 201, 204, 206, 300, 304, 400, 401, 403, 404, 408, 409, 410, 413, 418, 421, 425, 429, 451, 498, 499];

describe("NFR-HA-MULTI-INSTANCE: a status of 500 and more moves on to the next origin", () => {
  test("each of them, GET and POST", async ({ lab }) => {
    const [bad, good] = [await lab.origin(), await lab.origin()];
    const gateway = await lab.gateway([bad, good]);
    const failures: string[] = [];
    for (const code of FAILURES) {
      bad.behave = status(code, {}, "broken");
      failures.push(`status ${code}`);
      let n = 0;
      await untilMet(
        gateway,
        bad,
        failures.length,
        () => (++n % 2 === 0 ? gateway.send("/api/status") : gateway.send("/webhook/tg", { method: "POST", body: "x" })),
        (answer) => expect([code, answer.status, answer.fields.get("x-lb-backend")]).toEqual([code, 200, good.url]),
      );
    }
    const seen = gateway.events().map(({ failure }) => failure);
    expect([...new Set(seen)]).toEqual(failures);
  });

  test.for([500, 503, 530, 599, 999])("at the last origin %i is the reason that the 503 gives", async (code, { lab }) => {
    const gateway = await lab.gateway([await lab.origin(status(code, { "X-Inner": "secret" }, "stack trace"))]);
    const answer = await gateway.send("/api/status");
    expect([answer.status, answer.reason, answer.text, answer.fields.get("x-inner")]).toEqual([
      503,
      "All Backends Unavailable",
      `all backends failed: status ${code}`,
      undefined,
    ]);
  });

  test("the last failure is the one that is named", async ({ lab }) => {
    const origins = [await lab.origin(status(501)), await lab.origin(status(502))];
    const gateway = await lab.gateway(origins);
    const texts = new Set<string>();
    for (let i = 0; i < 40 && texts.size < 2; i++) texts.add((await gateway.send("/")).text);
    expect([...texts].sort()).toEqual(["all backends failed: status 501", "all backends failed: status 502"]);
  });
});

describe("every other status is an answer", () => {
  test("and the other origin is left alone", async ({ lab }) => {
    const [a, b] = [await lab.origin(), await lab.origin()];
    const gateway = await lab.gateway([a, b]);
    let sent = 0;
    for (const code of ANSWERS) {
      a.behave = b.behave = status(code, { "X-Status": String(code) });
      for (const method of ["GET", "PUT"]) {
        const answer = await gateway.send("/api/enabled", { method, ...(method === "PUT" && { body: "{}" }) });
        expect([answer.status, answer.fields.get("x-status")]).toEqual([code, String(code)]);
        expect(a.arrivals.length + b.arrivals.length).toBe(++sent);
      }
    }
    expect(gateway.events()).toEqual([]);
  });
});
