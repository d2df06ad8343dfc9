/** The pinned date is the one that is shipped, and commands are ready to be copied. */
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { PINNED_DATE } from "../../../cli/check/rules/compatibility.ts";
import { dryRun, secretPut } from "../../../cli/check/values/commands.ts";
import { filesBelow, read } from "../../support/repository.ts";

const shipped = filesBelow(".", "wrangler.toml");

test("the three configurations are found", () => {
  expect(shipped.length).toBe(3);
});

test.for(shipped)("%s has the date that check asks for", (file) => {
  expect(parse(read(file))["compatibility_date"]).toBe(PINNED_DATE);
});

describe("a command is for the configuration that is looked at", () => {
  test.for([
    ["wrangler.toml", undefined, ""],
    ["lb/wrangler.toml", undefined, " --config lb/wrangler.toml"],
    ["wrangler.toml", "production", " --env production"],
    ["my gateway.toml", "it's", " --config 'my gateway.toml' --env 'it'\\''s'"],
  ] as const)("%s, %s", ([label, environment, options]) => {
    expect(secretPut("SERVERS_JSON", { label, environment })).toBe(`npx wrangler secret put SERVERS_JSON${options}`);
    expect(dryRun({ label, environment })).toBe(`npx wrangler deploy --dry-run${options}`);
  });
});
