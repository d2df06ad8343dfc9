import { describe, expect, test } from "vitest";
import { readArguments } from "../../../bench/arguments.ts";
import { help } from "../../../bench/help.ts";

const CHOICES = {
  scenarios: ["requests", "uploads", "failover"],
  candidates: ["bare", "gateway", "gateway, routing on", "nginx"],
  base: "bare",
} as const;

const read = (...words: string[]) => readArguments(words, CHOICES);

describe("without a word", () => {
  test("everything runs in full", () => {
    expect(read()).toEqual({
      help: false,
      effort: { quick: false, rounds: 24, seconds: 1 },
      only: CHOICES.scenarios,
      candidates: CHOICES.candidates,
      out: "bench/results",
      writeReadme: false,
    });
  });
});

describe("options", () => {
  test("--quick runs everything, with less of each", () => {
    const { effort, only, candidates } = read("--quick");
    expect(effort).toEqual({ quick: true, rounds: 3, seconds: 0.3 });
    expect([only, candidates]).toEqual([CHOICES.scenarios, CHOICES.candidates]);
  });

  test("--rounds and --seconds are taken, with --quick as well", () => {
    expect(read("--quick", "--rounds", "7", "--seconds", "0.5").effort).toEqual({ quick: true, rounds: 7, seconds: 0.5 });
  });

  test.for([
    ["failover,requests", ["failover", "requests"]],
    [" uploads , failover ", ["uploads", "failover"]],
  ] as const)("--only %s", ([list, names]) => {
    expect(read("--only", list).only).toEqual(names);
  });

  test.for([
    ["gateway", ["bare", "gateway"]],
    ["bare", ["bare"]],
    ["gateway, routing on", ["bare", "gateway, routing on"]],
    ["nginx,gateway, routing on,gateway", ["bare", "gateway", "gateway, routing on", "nginx"]],
    ["gateway, nginx", ["bare", "gateway", "nginx"]],
  ] as const)("--candidates %s, in the order of the tables and never without the base", ([list, names]) => {
    expect(read("--candidates", list).candidates).toEqual(names);
  });

  test("--out, --write-readme, --help", () => {
    expect(read("--out", "here", "--write-readme", "-h")).toMatchObject({ out: "here", writeReadme: true, help: true });
  });
});

describe("whatever else is one line that says what to do", () => {
  test.for([
    [["--fast"], "Unknown option '--fast'"],
    [["now"], "Unexpected argument 'now'"],
    [["--rounds"], "Option '--rounds"],
    [["--rounds", "0"], '--rounds "0": it must be a whole number'],
    [["--rounds", "1.5"], '--rounds "1.5": it must be a whole number'],
    [["--rounds", "99999"], '--rounds "99999": it must be a whole number'],
    [["--seconds", "0"], '--seconds "0": it must be seconds'],
    [["--seconds", "1e3"], '--seconds "1e3": it must be seconds'],
    [["--only", "startup"], '--only "startup": choose of requests | uploads | failover'],
    [["--only", "requests,"], undefined],
    [["--only", ""], "--only names nothing: choose of requests"],
    [["--candidates", "gateway-2"], '--candidates "gateway-2": choose of bare'],
    [["--candidates", "apache"], '--candidates "apache": choose of bare'],
    [["--write-readme", "--quick"], "--write-readme goes without --quick"],
    [["--write-readme", "--only", "requests"], "--write-readme goes without --only"],
    [["--write-readme", "--candidates", "nginx"], "--write-readme goes without --candidates"],
  ] as const)("%j", ([words, said]) => {
    if (said === undefined) return expect(read(...words).only).toEqual(["requests"]);
    let message = "";
    try {
      read(...words);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(said);
    expect(message).not.toContain("\n");
  });
});

test("the help names every option, scenario and candidate", () => {
  const text = help(CHOICES);
  for (const word of ["--quick", "--only", "--candidates", "--rounds", "--seconds", "--out", "--write-readme", "--help"])
    expect(text).toContain(word);
  for (const name of [...CHOICES.scenarios, ...CHOICES.candidates]) expect(text).toContain(name);
});
