/** What becomes of a command whose output cannot be written, as on a full disk: the exit code is what a script goes by. */
import { existsSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { folderWith, type Ran } from "./support/command.ts";
import { startProgram } from "./support/process.ts";

/** Where every write fails for want of room. */
const FULL = "/dev/full";

/** Runs it by a shell, which puts the streams where `redirections` say. */
const shell = (words: string, redirections: string): Promise<Ran> =>
  startProgram("sh", ["-c", `'${process.execPath}' '${inject("command")}' ${words} ${redirections}`], { cwd: "/", timeout: 20_000 }).ended;

test.skipIf(!existsSync(FULL))("a result that could not be written is no success: one line on stderr, exit code 2", async () => {
  expect(await shell("--version", `> ${FULL}`)).toEqual({ code: 2, out: "", err: "the output could not be written (ENOSPC)\n" });
});

test.skipIf(!existsSync(FULL)).for([
  ["status localhost:1", 2],
  ["check --config /nowhere.toml", 2],
  ["check --unheard-of", 2],
  ["--version", 0],
] as const)("what is said on stderr may be lost, the exit code stays: %s", async ([words, code]) => {
  expect((await shell(words, `2> ${FULL}`)).code).toBe(code);
});

test.skipIf(process.platform === "win32").for([
  ["stdout", "check --config no-origins.toml --offline", "", 1],
  ["stderr", "status localhost:1 --expect-version 1 --wait 1.5", "2>&1 >/dev/null", 2],
] as const)("a reader of %s that leaves does not make a success of it", async ([, words, redirections, code]) => {
  const folder = folderWith({ "no-origins.toml": 'main = "src/index.ts"\n' });
  const command = `{ '${process.execPath}' '${inject("command")}' ${words} ${redirections}; echo $? >&3; } | true`;
  const { out } = await startProgram("sh", ["-c", `exec 3>&1; ${command}`], { cwd: folder.path, timeout: 20_000 }).ended;
  folder.remove();
  expect(out).toBe(`${code}\n`);
});
