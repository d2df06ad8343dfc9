/** Words that the command line does not know are not repeated where they may hold a secret. */
import { expect, test } from "vitest";
import { run } from "../../../cli/program.ts";
import { commandIo } from "../../support/command-io.ts";

test.for([
  ["a misspelled option with its value", ["check", "--token=hunter2"], "error: unknown option '--token'"],
  ["a value with quotes and line breaks", ["check", "--tokens=a'\nhunter2'"], "error: unknown option '--tokens'"],
  ["a value where none is taken", ["check", "--json=hunter2"], "error: unknown option '--json'"],
  ["a value glued to a letter", ["check", "-phunter2"], "error: unknown option '-p'"],
  ["one behind an equals sign", ["check", "-t=hunter2"], "error: unknown option '-t'"],
  ["a token that begins with dashes", ["check", "--7hunter2"], "error: unknown option"],
  ["an option before the command", ["--token=hunter2", "check"], "error: unknown option '--token'"],
  ["a token in place of a command", ["ghp_hunter2"], "error: unknown command"],
  ["a token in place of a choice", ["check", "--deployment", "hunter2"], "error: option '--deployment <NAME>' argument is invalid."],
] as const)("%s", async ([, words, said]) => {
  const { io, out, err } = commandIo();
  const told = await run(words, io).then(err, String);
  expect(out() + told).not.toContain("hunter2");
  expect(told).toContain(said);
  expect(told.trim().split("\n")).toHaveLength(1);
});

test("the name of a misspelled option or command is told, the one that was meant, and the way out, in a line each", async () => {
  const { io, err } = commandIo();
  await run(["check", "--ofline"], io);
  await run(["chek"], io);
  const wayOut = "messageweave-lb help, and help COMMAND, show what there is";
  expect(err().trim().split("\n")).toEqual([
    `error: unknown option '--ofline' (did you mean --offline?); ${wayOut}`,
    `error: unknown command 'chek' (did you mean check?); ${wayOut}`,
  ]);
});
