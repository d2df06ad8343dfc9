/** What the page about the command line says is what the command does. */
import { describe, expect, test } from "vitest";
import { CODES } from "../../cli/codes.ts";
import { run } from "../../cli/program.ts";
import { commandIo } from "../support/command-io.ts";
import { filesBelow, markdown, read } from "../support/repository.ts";

const page = read("docs/command-line.md");
const COMMANDS = ["check", "status", "routes", "explain"] as const;

async function help(command: string): Promise<string> {
  const { io, out } = commandIo();
  expect(await run(["help", command], io)).toBe(0);
  return out();
}

describe("findings", () => {
  const rows = markdown(page)
    .tables.filter(([head]) => head?.[0] === "code")
    .flatMap(([, ...rest]) => rest);
  const inCode = filesBelow("cli/check", ".ts").concat("cli/configuration/not-toml.ts").map(read).join("\n");
  const tests = [...filesBelow("test/cli", ".ts"), ...filesBelow("test/unit/cli", ".ts")].map(read).join("\n");

  test("each stands on the page, in the order of the code", () => {
    expect(rows.map(([code]) => code?.replaceAll("`", ""))).toEqual([...CODES]);
  });

  test("each has a severity, and says something", () => {
    const odd = rows.filter(
      ([, severity = "", says = ""]) => !/^(error|warning|hint)(, (error|warning|hint))?$/.test(severity) || says === "",
    );
    expect(odd).toEqual([]);
  });

  test.for(CODES)("%s is found by something, and a test produces it", (code) => {
    expect(inCode).toContain(`"${code}"`);
    expect(tests).toMatch(new RegExp(`\\b${code}\\b`));
  });
});

describe.for(COMMANDS)("%s", (command) => {
  test("its help has examples and exit codes", async () => {
    expect(await help(command)).toMatch(/Exit code: 0[\s\S]*Examples?:\n {2}messageweave-lb /);
  });

  test("its options stand on the page", async () => {
    const options = (await help(command)).match(/--[a-z][a-z-]+/g) ?? [];
    expect(options).toContain("--debug");
    expect([...new Set(options)].filter((option) => !page.includes(option))).toEqual([]);
  });
});

test("every option on the page is one of a command's", async () => {
  const known = (await Promise.all(COMMANDS.map(help))).join("\n");
  const named = (page.match(/(?<=`|\s)--[a-z][a-z-]+/g) ?? []).filter((option) => option !== "--save-dev");
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((option) => !known.includes(option))).toEqual([]);
});
