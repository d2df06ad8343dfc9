/** `check` on files that it cannot read, or that are no TOML. */
import { afterEach, describe, expect, test } from "vitest";
import { findingsIn, folderWith, run } from "./support/command.ts";

const folders: { remove: () => void }[] = [];
const inFolder = (files: Readonly<Record<string, string>>): string => {
  const folder = folderWith(files);
  folders.push(folder);
  return folder.path;
};
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

describe("what cannot be checked is told in one line, with the way out, and exit code 2", () => {
  test.for([
    ["no file", [], {}, /^wrangler\.toml: there is no such file; run this where yours is, or name it with --config FILE$/],
    ["another name", ["--config", "my.toml"], {}, /^my\.toml: there is no such file; name another with --config FILE$/],
    ["JSON", ["--config", "wrangler.jsonc"], { "wrangler.jsonc": "{}" }, /^wrangler\.jsonc: only TOML is read/],
    [
      "no such environment",
      ["--env", "prod"],
      { "wrangler.toml": "[env.production]" },
      /^wrangler\.toml has no environment "prod": .*\(production\)$/,
    ],
    [
      "no such environment, under a name that every object has",
      ["--env", "__proto__"],
      { "wrangler.toml": "" },
      /no environment "__proto__"/,
    ],
    [
      "a variable in place of an environment",
      ["-e", "TOKEN=hunter2"],
      { "wrangler.toml": "" },
      /^wrangler\.toml has no environment "\(a name of 13 characters\)"/,
    ],
    [
      ".dev.vars that cannot be read",
      [],
      { "wrangler.toml": "", ".dev.vars/file": "" },
      /^\.dev\.vars: this is a folder; mend that, or leave it out with --no-dev-vars$/,
    ],
    ["no deployment of ours", [], { "wrangler.toml": 'main = "a.ts"' }, /--deployment \(messageweave, messageweave-v1, primary-replica\)$/],
    ["a variable without a value", ["--var", "hunter2"], {}, /^--var takes KEY=VALUE/],
  ] as const)("%s", async ([, words, files, line]) => {
    const { code, out, err } = await run(["check", "--offline", ...words], { cwd: inFolder(files) });
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err.trim().split("\n")).toEqual([expect.stringMatching(line)]);
    expect(err).not.toContain("hunter2");
  });
});

describe("toml-syntax", () => {
  test.for([
    ["a block comment", 'name = "x"\n/* hm\n', "wrangler.toml:2:1", /no block comments/],
    ["a name twice", 'name = "x"\nname = "y"\n', "wrangler.toml:2:1", /twice/],
    [
      "a list in double quotes",
      'main = "src/index.ts"\n[vars]\nBACKEND_ORIGINS_JSON = "["https://hunter2.example"]"\n',
      "wrangler.toml:3",
      /single quotes/,
    ],
  ] as const)("%s", async ([, toml, where, advice]) => {
    const ran = await run(["check", "--offline", "--json"], { cwd: inFolder({ "wrangler.toml": toml }) });
    expect(ran.code).toBe(1);
    expect(findingsIn(ran)).toEqual([
      {
        severity: "error",
        code: "toml-syntax",
        where: expect.stringContaining(where),
        found: expect.any(String),
        advice: expect.stringMatching(advice),
      },
    ]);
    expect(ran.out + ran.err).not.toContain("hunter2");
  });
});
