/** `status --expect-version` with a clock and answers of the test's own. */
import { describe, expect, test } from "vitest";
import type { Asked, Question } from "../../../cli/net/ask.ts";
import { status } from "../../../cli/status/command.ts";
import { answer, refused, worldOf } from "./support/world.ts";

const before = answer([["a", true, 200]], "0.2.0");
const after = answer([["a", true, 200]], "0.3.0");
const oneDown = answer(
  [
    ["a", true, 200],
    ["b", false, 502],
  ],
  "0.3.0",
);
const expecting = { timeout: 15, expectVersion: "0.3.0" } as const;

test("two answers in a row with the version are needed; failures are waited out; each state is said once", async () => {
  const world = worldOf([before, before, after, before, refused, after, oneDown]);
  expect(await status("lb.example.com", expecting, world.io)).toBe(1);
  expect(world.err()).toBe(
    [
      "waiting for 0.3.0: still 0.2.0 (0 s)",
      "waiting for 0.3.0: seen once, to be seen 2 times in a row (2 s)",
      "waiting for 0.3.0: still 0.2.0 (3 s)",
      "waiting for 0.3.0: the connection was refused: nothing listens there (5 s)",
      "waiting for 0.3.0: seen once, to be seen 2 times in a row (6 s)",
      "0.3.0 is live after 7 s",
      "",
    ].join("\n"),
  );
  // What is shown is the last answer.
  expect(world.out()).toMatch(/^ok, version 0\.3\.0, 1 of 2 up\n/);
});

test.for([
  ["the old version", before, "still 0.2.0"],
  ["no version", answer([["a", true, 200]], "unknown"), "still unknown, which is what a gateway says whose LB_VERSION is not set"],
  ["no answer", refused, "the connection was refused: nothing listens there"],
] as const)("time is up with %s: one line, exit code 2, nothing on stdout", async ([, seen, state]) => {
  const world = worldOf(Array.from({ length: 60 }, () => seen));
  expect(await status("lb.example.com", { ...expecting, wait: 10, json: true }, world.io)).toBe(2);
  expect(world.err().trim().split("\n").at(-1)).toBe(`https://lb.example.com/healthz-worker: 0.3.0 is not live after 10 s: ${state}`);
  expect(world.out()).toBe("");
  expect(world.passed()).toBe(10_000);
});

test("it waits for 60 s unless told otherwise, and no question outlasts what is left", async () => {
  const world = worldOf(Array.from({ length: 60 }, () => before));
  await status("lb.example.com", expecting, world.io);
  expect(world.passed()).toBe(60_000);
  expect(world.questions[0]?.timeoutMs).toBe(15_000);
  expect(world.questions.at(-1)?.timeoutMs).toBeLessThan(1100);
});

test.for([-3_600_000, 3_600_000])("a clock that is set meanwhile (by %i ms) makes the wait neither longer nor shorter", async (ms) => {
  const world = worldOf(Array.from({ length: 60 }, () => before));
  const ask = (question: Question): Promise<Asked> => {
    if (world.questions.length === 3) world.setClock(ms);
    return world.io.ask(question);
  };
  await status("lb.example.com", { ...expecting, wait: 10 }, { ...world.io, ask });
  expect(world.passed()).toBe(10_000);
  expect(world.err()).toMatch(/is not live after 10 s: still 0\.2\.0\n$/);
});

test("Ctrl-C ends it: exit code 2", async () => {
  const world = worldOf([before]);
  expect(await status("lb.example.com", expecting, world.io)).toBe(2);
  expect(world.err()).toMatch(/0\.3\.0 is not live after 1 s\n$/);
});

test("with --watch it goes on watching", async () => {
  const world = worldOf([after, after, after, oneDown]);
  expect(await status("lb.example.com", { ...expecting, watch: 1 }, world.io)).toBe(1);
  expect(world.out()).toContain("https://b.example.com is new: down (502)");
});

describe("words that do not fit together", () => {
  test.for([
    ["--wait alone", { timeout: 15, wait: 5 }, "--wait goes with --expect-version VERSION"],
    ["no version", { timeout: 15, expectVersion: "" }, "--expect-version takes the LB_VERSION"],
  ] as const)("%s", async ([, options, line]) => {
    const world = worldOf([]);
    await expect(status("lb.example.com", options, world.io)).rejects.toThrow(line);
    expect(world.questions).toEqual([]);
  });
});
