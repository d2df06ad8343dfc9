/** The line of a key in a TOML text. */
import { expect, test } from "vitest";
import { lineOf } from "../../../cli/configuration/place.ts";

const LIST = '["https://a.example.com"]';

test.for([
  ["a key after a list between '''", `[vars]\nA = '''\n${LIST}\n'''\nB = 1`, 5],
  ['a key after a list between """', `[vars]\nA = """\n${LIST}\n"""\nB = 1`, 5],
  ["a list that closes on its last line", `[vars]\nA = '''${LIST}\n${LIST}'''\nB = 1`, 4],
  ["what looks like the key inside of a text", "[vars]\nA = '''\nB = 2\n'''\nB = 1", 5],
  ["a text of several lines on one", "[vars]\nA = '''x'''\nB = 1", 3],
  ["an array of arrays", `[vars]\nA = [\n  ["x"],\n["y"]\n]\nB = 1`, 6],
  ["a comment with quotes", "[vars] # '''\nB = 1", 2],
  ["a text with the other quotes", `[vars]\nA = "'''"\nB = 1`, 3],
  ["a text with a hash", `[vars]\nA = "#'''"\nC = '''#\n'''\nB = 1`, 5],
  ["Windows' line ends", "[vars]\r\nA = '''\r\nx\r\n'''\r\nB = 1\r\n", 5],
  ["another table between", "[vars]\nA = 1\n[other]\nB = 2\n[vars.deeper]\nB = 3", undefined],
] as const)("%s", ([, toml, line]) => expect(lineOf(toml, ["vars"], "B")).toBe(line));
