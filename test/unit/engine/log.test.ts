import { describe, expect, test } from "vitest";
import { createLog } from "../../../src/engine/log.ts";

const REQUEST = { method: "POST", path: "/webhook" };
const ORIGIN = { url: "https://a.example", name: "a", healthPath: "/alive" };

function recorded() {
  const written: (readonly [string, string])[] = [];
  return { written, log: createLog({ log: (level, line) => written.push([level, line]) }) };
}

describe("SAF-LOG-PURITY: a line is one JSON object, to the letter", () => {
  test.for(["timeout", "network", "status 502", "redirect loop", "internal"] as const)("attempt-failed: %s", (failure) => {
    const { written, log } = recorded();
    log.attemptFailed(REQUEST, ORIGIN, failure);
    expect(written).toEqual([
      ["warn", `{"event":"attempt-failed","method":"POST","path":"/webhook","origin":"https://a.example","failure":"${failure}"}`],
    ]);
  });

  test("all-failed", () => {
    const { written, log } = recorded();
    log.allFailed(REQUEST, "timeout");
    expect(written).toEqual([["error", '{"event":"all-failed","method":"POST","path":"/webhook","failure":"timeout"}']]);
  });

  test.for(["timeout", "network", "status 502", "slow"] as const)("origin-suspect: %s", (failure) => {
    const { written, log } = recorded();
    log.originSuspect(ORIGIN, failure);
    expect(written).toEqual([["warn", `{"event":"origin-suspect","origin":"https://a.example","failure":"${failure}"}`]]);
  });

  test("origin-back", () => {
    const { written, log } = recorded();
    log.originBack(ORIGIN);
    expect(written).toEqual([["info", '{"event":"origin-back","origin":"https://a.example"}']]);
  });

  test("more than it asks for is not written, even when it is handed more", () => {
    const { written, log } = recorded();
    const more = { ...REQUEST, query: "?token=secret", headers: { authorization: "secret" } };
    log.attemptFailed(more, { ...ORIGIN, ...{ password: "secret" } }, "network");
    log.allFailed(more, "network");
    log.originSuspect({ ...ORIGIN, ...{ password: "secret" } }, "network");
    log.originBack({ ...ORIGIN, ...{ password: "secret" } });
    expect(JSON.stringify(written)).not.toContain("secret");
  });

  test("a path with quotes and line ends stays one line", () => {
    const { written, log } = recorded();
    log.allFailed({ method: "GET", path: '/a"\n{"event":"forged"}' }, "network");
    expect(written.map(([, line]) => [line.includes("\n"), (JSON.parse(line) as { path: string }).path])).toEqual([
      [false, '/a"\n{"event":"forged"}'],
    ]);
  });
});

test("a log that throws costs nothing", () => {
  const log = createLog({
    log: () => {
      throw new Error("no console");
    },
  });
  expect(() => {
    log.attemptFailed(REQUEST, ORIGIN, "network");
    log.allFailed(REQUEST, "network");
    log.originSuspect(ORIGIN, "slow");
    log.originBack(ORIGIN);
  }).not.toThrow();
});
