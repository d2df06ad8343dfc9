/** `status --watch` with a clock and answers of the test's own. */
import { expect, test } from "vitest";
import { status } from "../../../cli/status/command.ts";
import { both, oneDown, refused, said, worldOf } from "./support/world.ts";

test("in a pipe the state stands once, then a line for each change, with its time", async () => {
  const world = worldOf([both, both, oneDown, refused, refused, both]);
  expect(await status("lb.example.com", { timeout: 15, watch: true }, world.io)).toBe(0);
  expect(world.out()).toBe(
    [
      "ok, version 0.2.0, 2 of 2 up",
      "",
      "origin                 up  status",
      "https://a.example.com  up  200",
      "https://b.example.com  up  200",
      "12:00:10 https://b.example.com down (502)",
      "12:00:15 the connection was refused: nothing listens there",
      "12:00:25 the gateway answers again",
      "12:00:25 https://b.example.com up (200)",
      "",
    ].join("\n"),
  );
  expect(world.err()).toBe("");
});

test("a gateway that is not there at first is waited for, and then shown", async () => {
  const world = worldOf([refused, oneDown]);
  expect(await status("lb.example.com", { timeout: 15, watch: 2 }, world.io)).toBe(1);
  expect(world.out()).toMatch(
    /^12:00:00 the connection was refused.*\n12:00:02 the gateway answers again\nok, version 0\.2\.0, 1 of 2 up\n\norigin/,
  );
});

test.for([
  ["all up", [oneDown, both], 0],
  ["some down", [both, oneDown], 1],
  ["unreachable", [both, refused], 2],
  ["never answered", [], 2],
] as const)("Ctrl-C ends it with the exit code of the last answer: %s", async ([, answers, code]) => {
  expect(await status("lb.example.com", { timeout: 15, watch: true }, worldOf(answers).io)).toBe(code);
});

test("it looks every so often, and gives each answer its timeout", async () => {
  const world = worldOf([both, both]);
  await status("lb.example.com", { timeout: 3, watch: 0.5, insecure: true }, world.io);
  expect(world.questions.map(({ timeoutMs, insecure }) => [timeoutMs, insecure])).toEqual([
    [3000, true],
    [3000, true],
    [3000, true],
  ]);
  expect(world.passed()).toBe(100 + 500 + 100 + 500 + 100);
});

test("with --json each answer is a line of its own on stdout, and what is none one on stderr", async () => {
  const extra = said(200, '{ "status": "no-backends", "version": "1", "available": 0, "total": 0, "backends": [], "more": 1 }');
  const world = worldOf([both, refused, extra]);
  expect(await status("lb.example.com", { timeout: 15, watch: true, json: true }, world.io)).toBe(2);
  expect(world.out()).toBe(
    `${both.kind === "answered" ? both.body : ""}\n{"status":"no-backends","version":"1","available":0,"total":0,"backends":[],"more":1}\n`,
  );
  expect(world.err()).toBe("https://lb.example.com/healthz-worker: the connection was refused: nothing listens there\n");
});
