/** The command line. */
import { describe, expect, test } from "vitest";
import { commandOf, readOptions } from "../../../chaos/options.ts";
import { UsageError } from "../../../dev/options.ts";

describe("what is asked for", () => {
  test.for([
    [[], { seed: 9, seconds: 120, deployment: "both" }],
    [["--seed", "0", "--minutes", "0.5"], { seed: 0, seconds: 30, deployment: "both" }],
    [["--seconds", "20", "--deployment", "messageweave"], { seed: 9, seconds: 20, deployment: "messageweave" }],
  ] as const)("%j", ([args, options]) => expect(readOptions(args, 9)).toEqual(options));

  test("help", () => expect(readOptions(["--help"], 9)).toBe("help"));

  test("the command that does it again is read as the same", () => {
    const options = { seed: 77, seconds: 45, deployment: "primary-replica" } as const;
    expect(readOptions(commandOf(options).split(" ").slice(4), 9)).toEqual(options);
  });
});

test.for([
  ["--seed", "x"],
  ["--seed", "1.5"],
  ["--seed", "-1"],
  ["--seed", "99999999999"],
  ["--seconds", "1"],
  ["--seconds", "0"],
  ["--minutes", "100000"],
  ["--minutes", "1", "--seconds", "20"],
  ["--deployment", "v1"],
  ["--quick"],
  ["loose"],
])("%s %s is told in one line", (args) => {
  expect(() => readOptions([...args], 9)).toThrow(UsageError);
});
