/** Findings as a person reads them. */
import { expect, test } from "vitest";
import { shown } from "../../../cli/check/present.ts";
import { commandIo } from "../../support/command-io.ts";

test("a name in a stranger's file writes nothing to the terminal but itself", () => {
  const hostile = "LB\u001b[2J\u009b2J\u202e\n";
  const text = shown([{ severity: "hint", code: "unknown-variable", where: hostile, found: hostile, advice: hostile }], commandIo().io.out);
  expect(text).toBe("hint  LB?[2J?2J??  unknown-variable\n  LB?[2J?2J??\n  → LB?[2J?2J??");
});
