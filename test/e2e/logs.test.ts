/** SPEC 1.9: one JSON object per line, of method, path, origin and failure class, and nothing else ever. */
import { describe, expect } from "vitest";
import type { Gateway } from "./support/gateway.ts";
import { type Behave, status } from "./support/https-origin.ts";
import { type Backend, type Lab, test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const lines = (gateway: Gateway): string[] =>
  gateway
    .log()
    .split("\n")
    .filter((line) => line.includes('"event"'));

async function logged(gateway: Gateway, count: number): Promise<string[]> {
  await until(`${count} log lines`, () => lines(gateway).length >= count);
  return lines(gateway);
}

const ENV = { LB_REQUEST_TIMEOUT_MS: "300", LB_RECONCILE_TIMEOUT_MS: "300" };

const CLASSES: Readonly<Record<string, (lab: Lab) => Promise<Backend>>> = {
  timeout: (lab) => lab.origin(() => undefined),
  network: (lab) => lab.dead(),
  "status 500": (lab) => lab.origin(status(500, { "X-Canary": "CANARY" }, "CANARY")),
  "status 999": (lab) => lab.origin(status(999)),
  "redirect loop": (lab) => lab.origin(status(307, { Location: "/push/jmap?again=CANARY" })),
};

describe("SAF-LOG-PURITY: a failure is said in two lines", () => {
  test.for(Object.entries(CLASSES))("%s", async ([failure, make], { lab }) => {
    const bad = await make(lab);
    const gateway = await lab.gateway([bad], ENV);
    const answer = await gateway.send("/push/jmap?token=CANARY", { method: "POST", fields: [["Authorization", "CANARY"]], body: "CANARY" });
    expect([answer.status, answer.text]).toEqual([503, `all backends failed: ${failure}`]);
    expect(await logged(gateway, 2)).toEqual([
      `{"event":"attempt-failed","method":"POST","path":"/push/jmap","origin":"${bad.url}","failure":"${failure}"}`,
      `{"event":"all-failed","method":"POST","path":"/push/jmap","failure":"${failure}"}`,
    ]);
    expect(gateway.log()).not.toContain("CANARY");
  });

  test("one line for each failed attempt, one for the 503, the last failure in it", async ({ lab }) => {
    const origins = [await lab.origin(status(501)), await lab.origin(status(502))];
    const gateway = await lab.gateway(origins);
    const answer = await gateway.send("/");
    const last = answer.text.slice("all backends failed: ".length);
    const events = (await logged(gateway, 3)).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ event }) => event)).toEqual(["attempt-failed", "attempt-failed", "all-failed"]);
    expect([events[1]?.["failure"], events[2]?.["failure"]]).toEqual([last, last]);
    expect(new Set(events.slice(0, 2).map(({ origin }) => origin))).toEqual(new Set(origins.map(({ url }) => url)));
  });
});

describe("SAF-LOG-PURITY: a healthy request says nothing", () => {
  test("nor do refusals, redirects, health and clients that leave", async ({ lab }) => {
    const slow: Behave = (request, response) => void (request.url === "/api/status" ? undefined : response.end("ok"));
    const origin = await lab.origin(slow);
    const gateway = await lab.gateway([origin]);
    const quiet = gateway.log();
    await gateway.send("/");
    await gateway.send("/webhook/tg", { method: "POST", body: "x" });
    await gateway.send("/no/such");
    await gateway.send("/", { method: "DELETE" });
    await gateway.send("/", { plain: true });
    await gateway.send("/healthz-worker");
    const leaving = gateway.open("/api/status");
    await until("it is at the origin", () => origin.last().url === "/api/status");
    leaving.leave();
    origin.behave = status(404);
    await gateway.send("/ready");
    expect([lines(gateway), gateway.log()]).toEqual([[], quiet]);
  });
});

describe("SAF-LOG-PURITY: no secret reaches a log line or an answer of the gateway's own", () => {
  const FAULTS: Readonly<Record<string, (lab: Lab) => Promise<Backend>>> = {
    ...CLASSES,
    "no TLS": (lab) => lab.tcp((socket) => void socket.once("data", () => socket.end("CANARY"))),
    garbage: (lab) => lab.bytes("CANARY CANARY\r\n\r\n"),
    "a cut head": (lab) => lab.bytes("HTTP/1.1 200 CANARY\r\nX-Canary: CANARY"),
    "unknown host": async () => ({ url: "https://no-such-host.invalid" }),
  };

  test.for(Object.entries(FAULTS))("%s", async ([, make], { lab }) => {
    const gateway = await lab.gateway([await make(lab)], { ...ENV, LB_MAX_REPLAY_BYTES: "100", UNRELATED_SECRET: "CANARY" });
    const fields = [
      ["Authorization", "Bearer CANARY"],
      ["Cookie", "sid=CANARY"],
      ["X-Telegram-Bot-Api-Secret-Token", "CANARY"],
    ] as const;
    const query = "?access_token=CANARY";
    const answers = [
      await gateway.send(`/api/status${query}`, { fields }),
      await gateway.send(`/push/jmap${query}`, { method: "POST", fields, body: "CANARY" }),
      await gateway.send(`/push/jmap${query}`, { method: "POST", fields, body: "CANARY".repeat(100) }),
      await gateway.send(`/reconcile${query}`, { method: "POST", fields, body: [Buffer.from("CANARY")] }),
      await gateway.send(`/no/such${query}`, { fields }),
      await gateway.send(`/${query}`, { method: "DELETE", fields }),
      await gateway.send(`/healthz-worker${query}`, { fields }),
    ];
    await logged(gateway, 4);
    for (const { status: code, fields: sent, text } of answers.filter(({ status: one }) => one !== 307)) {
      expect([code, `${JSON.stringify(sent.list)}${text}`.includes("CANARY")]).toEqual([code, false]);
    }
    expect(gateway.log()).not.toContain("CANARY");
  });
});
