/** JSON that a stranger has a part in moves no cursor. */
import { expect, test } from "vitest";
import { status } from "../../../cli/status/command.ts";
import { jsonText } from "../../../cli/terminal/json.ts";
import { said, worldOf } from "./support/world.ts";

const HOSTILE = "\u001b[2J\u009b2J\u007f\u202e\u2028\u{e0001}\n";

test.for([undefined, 2])("what a terminal obeys or hides is escaped, and is the same to a parser (indent %s)", (indent) => {
  const value = { [HOSTILE]: [HOSTILE, "größer 😀"] };
  const text = jsonText(value, indent);
  expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  expect(text).toContain("größer 😀");
  expect(JSON.parse(text)).toEqual(value);
});

const report = (more: object): string =>
  JSON.stringify({ status: "no-backends", version: HOSTILE, available: 0, total: 0, backends: [], ...more });

test.for([{}, { watch: 1 }])("status --json of a hostile gateway %j", async (options) => {
  const world = worldOf([said(200, report({ note: HOSTILE }))]);
  await status("lb.example.com", { timeout: 15, json: true, ...options }, world.io);
  expect(world.out()).not.toMatch(/[^\P{C}\n]/u);
  expect(JSON.parse(world.out())).toMatchObject({ version: HOSTILE, note: HOSTILE });
});

test.for([{}, { watch: 1 }])("an answer that is nested too deep to be printed is no gateway's (%j)", async (options) => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const world = worldOf([said(200, report({ note: 0 }).replace('"note":0', `"note":${deep}`))]);
  expect(await status("lb.example.com", { timeout: 15, json: true, ...options }, world.io)).toBe(2);
  expect(world.err()).toMatch(/this is no gateway's answer/);
});
