/** A variable that nothing reads: which known one it was meant to be. */
import { describe, expect, test } from "vitest";
import { unknownVariables } from "../../../cli/check/rules/unknown-variables.ts";
import { findingsOf } from "../../../cli/check/rules.ts";
import { DEPLOYMENTS } from "../../../cli/deployments.ts";
import { checkedWith } from "../../support/checked.ts";

describe.for(DEPLOYMENTS)("$name", ({ name, variables }) => {
  test("no variable that it reads is unknown", () => {
    expect(unknownVariables(checkedWith(Object.fromEntries(variables.map((known) => [known, ""])), name))).toEqual([]);
  });

  test.for(variables)("a letter less or two swapped is still seen to be %s", (known) => {
    const middle = known.lastIndexOf("_") - 2;
    const typos = [
      known.slice(0, middle) + known.slice(middle + 1),
      known.slice(0, middle) + known.charAt(middle + 1) + known.charAt(middle) + known.slice(middle + 2),
      known.toLowerCase(),
      known.replaceAll("_", "-"),
    ].filter((typo) => !DEPLOYMENTS.some((other) => other.variables.includes(typo)));
    expect(typos.length).toBeGreaterThan(2);
    for (const typo of typos) {
      expect(unknownVariables(checkedWith({ [typo]: "" }, name)).map(({ advice }) => advice)).toEqual([
        expect.stringMatching(new RegExp(`^did you mean ${known}\\?$|^remove it: ${known} is set already`)),
      ]);
    }
  });
});

test.for(["TG_WEBHOOK_SECRET", "API_TOKEN", "SMTP_PASSWORD", "API_KEY", "apikey"])("%s looks like a secret", (name) => {
  const [finding] = unknownVariables(checkedWith({ [name]: "hunter2" }));
  expect(finding?.found).toContain("needs no secret");
  expect(JSON.stringify(finding)).not.toContain("hunter2");
});

test.for(["constructor", "toString", "__proto__"])("%s, which every object has, is as unknown as any other", (name) => {
  const vars = Object.fromEntries([[name, "x"]]);
  expect(findingsOf(checkedWith(vars)).filter(({ where }) => where.endsWith(name))).toMatchObject([{ code: "unknown-variable" }]);
});

test.for(["MONKEYS", "KEYBOARD_LAYOUT"])("%s does not", (name) => {
  expect(unknownVariables(checkedWith({ [name]: "" })).map(({ found }) => found)).toEqual(["messageweave reads no variable of this name"]);
});

test.for([
  ["SERVERS_JSON", "messageweave", "the name here is BACKEND_ORIGINS_JSON"],
  ["BACKEND_ORIGINS_JSON", "primary-replica", "the name here is SERVERS_JSON"],
  ["LB_REQUEST_TIMEOUT_MS", "primary-replica", "the name here is REQUEST_TIMEOUT_MS"],
  ["MAX_REPLAY_BYTES", "messageweave-v1", "the name here is LB_MAX_REPLAY_BYTES"],
] as const)("%s in %s is another deployment's: %s", ([variable, name, advice]) => {
  expect(unknownVariables(checkedWith({ [variable]: "" }, name)).map((finding) => finding.advice)).toEqual([advice]);
});
