import { expect, test } from "vitest";
import { HELP, readFuzzOptions } from "./options.ts";

test("minutes, seed, what to run and one case alone are read", () => {
  expect(readFuzzOptions(["--minutes", "0.5", "--seed", "7", "--only", "origin: redirects", "--path", "3:1"])).toEqual({
    minutes: 0.5,
    seed: 7,
    only: "origin: redirects",
    path: "3:1",
  });
});

test("without arguments everything runs, with a seed of its own", () => {
  expect(readFuzzOptions([])).toEqual({ minutes: 5, seed: expect.toSatisfy(Number.isSafeInteger), only: "", path: undefined });
});

test.for([
  [["--minutes", "0"], "--minutes is no usable number: 0"],
  [["--minutes", "soon"], "--minutes is no usable number: soon"],
  [["--seed", "1.5"], "--seed is no usable number: 1.5"],
  [["--only", "nothing like it"], "--only nothing like it names nothing"],
  [["--what"], "--what"],
  [["--path", "3:1"], "--path takes numbers as in 3:1:0"],
  [["--path", "zzz", "--seed", "1", "--only", "origin: redirects"], "--path takes numbers as in 3:1:0"],
] as const)("%j is refused with what to do", ([args, message]) => {
  expect(() => readFuzzOptions(args)).toThrow(message);
});

test("help names all that --only can choose", () => {
  expect(readFuzzOptions(["--help"])).toBe("help");
  expect(HELP).toContain("origin: redirects");
});
