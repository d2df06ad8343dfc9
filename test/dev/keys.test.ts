import { expect, it } from "vitest";
import { commandOf } from "../../dev/keys.ts";

it("reads a key", () => {
  expect(commandOf("2", 3)).toEqual({ kind: "choose", index: 1 });
  expect(commandOf("s", 3)).toEqual({ kind: "become", mode: "stopped" });
  expect(commandOf("h", 3)).toEqual({ kind: "become", mode: "hanging" });
  expect(commandOf("e", 3)).toEqual({ kind: "become", mode: "failing" });
  expect(commandOf("u", 3)).toEqual({ kind: "become", mode: "up" });
  for (const key of ["q", "\u0003", "\u0004"]) expect(commandOf(key, 0)).toEqual({ kind: "quit" });
  for (const key of ["4", "0", "x", " ", "\u001b"]) expect(commandOf(key, 3)).toBeUndefined();
});

it("has nothing to fail before real origins", () => {
  for (const key of ["1", "s", "u"]) expect(commandOf(key, 0)).toBeUndefined();
});
