/** Each invariant of the contract is held by a test that names it in its title. */
import { expect, test } from "vitest";
import { filesBelow, read, withoutComments } from "../support/repository.ts";

const INVARIANTS = [
  "SAF-LB-PASSTHRU",
  "C-HTTPS-INBOUND",
  "C-LB-SINGLE-REG-URL",
  "C-LB-SHARED-SECRETS",
  "MOD-HEALTH-AGG",
  "C-NO-DB",
  "C-REDIS-ONLY-STATE",
  "C-NO-LONG-CONN",
  "ARCH-READY-BASELINE",
  "SAF-LOG-PURITY",
  "ARCH-LB-WORKER",
  "NFR-HA-MULTI-INSTANCE",
];

/** A first argument that is text, before a function or options: what `test` and `describe` show. */
const TITLE = /\(\s*(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1\s*,\s*(?:\{|async\b|\(|\w+\s*=>)/g;

const titles = filesBelow("test", ".test.ts")
  .filter((file) => file !== "test/repo/invariants.test.ts")
  .flatMap((file) => [...withoutComments(read(file)).matchAll(TITLE)].map(([, , title = ""]) => title));

test("titles are found", () => {
  expect(titles.length).toBeGreaterThan(100);
  expect(titles).toContain("the sources are found");
});

test.for(INVARIANTS)("%s", (id) => {
  const named = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  expect(titles.filter((title) => named.test(title))).not.toEqual([]);
});
