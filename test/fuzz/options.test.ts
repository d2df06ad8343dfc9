import { expect, test } from "vitest";
import { readFuzzOptions } from "./options.ts";

test("minutes, seed, what to run and one case alone are read", () => {
  expect(readFuzzOptions(["--minutes", "0.5", "--seed", "7", "--only", "origin: redirects", "--path", "3:1"])).toEqual({
    minutes: 0.5,
    seed: 7,
    only: "origin: redirects",
    path: "3:1",
  });
});

test("without arguments everything runs, with a seed of its own", () => {
  const { minutes, seed, only, path } = readFuzzOptions([]);
  expect([minutes, Number.isSafeInteger(seed), only, path]).toEqual([5, true, "", undefined]);
});

test.for([
  [["--minutes", "0"], "--minutes is no usable number: 0"],
  [["--minutes", "soon"], "--minutes is no usable number: soon"],
  [["--seed", "1.5"], "--seed is no usable number: 1.5"],
  [["--only", "nothing like it"], "--only nothing like it names nothing"],
  [["--what"], "--what"],
] as const)("%j is refused with what to do", ([args, message]) => {
  expect(() => readFuzzOptions(args)).toThrow(message);
});
