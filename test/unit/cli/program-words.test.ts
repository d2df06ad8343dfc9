/** Words that no command knows: what is told of them. */
import { expect, test } from "vitest";
import { run } from "../../../cli/program.ts";
import { commandIo } from "../../support/command-io.ts";

test.for([
  [["check", "--vra=LB_TOKEN=hunter2"], "unknown option '--vra'"],
  [["check", "--tokn-env=it's hunter2\n'"], "unknown option '--tokn-env'"],
  [["check", "--json=hunter2"], "unknown option '--json'"],
  [["--var=LB_TOKEN=hunter2", "check"], "unknown option '--var'"],
  [["check", "-t=hunter2"], "unknown option '-t'"],
  [["check", "-thunter2"], "unknown option '-t'"],
  [["check", "--vra", "LB_TOKEN=hunter2"], "unknown option '--vra'\n(Did you mean --var?)"],
] as const)("of an option the name is repeated, never the value, which may be a secret: %j", async ([words, told]) => {
  const { io, out, err } = commandIo();
  expect(await run(words, io)).toBe(2);
  expect(err()).toContain(`error: ${told}\n`);
  expect(out() + err()).not.toContain("hunter2");
});
