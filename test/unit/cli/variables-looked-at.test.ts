/** Which of several values of one variable the rules look at. */
import { describe, expect, test } from "vitest";
import { type Giver, lookedAt, type Variable } from "../../../cli/configuration/variables.ts";

const given = (giver: Giver, value: string, name = "A"): Variable => ({ name, value, giver, where: `${giver} ${name}` });
const valuesOf = (...variables: Variable[]) => lookedAt(variables).map(({ value }) => value);

describe("the values that are looked at", () => {
  test("are all, where each is given once", () =>
    expect(valuesOf(given("vars", "1"), given("dev-vars", "2", "B"), given("option", "3", "C"))).toEqual(["1", "2", "3"]));
  test("are two where .dev.vars shadows what is deployed", () =>
    expect(valuesOf(given("vars", "1"), given("dev-vars", "2"))).toEqual(["1", "2"]));
  test("are the one of --var where it replaces the others", () =>
    expect(valuesOf(given("vars", "1"), given("dev-vars", "2"), given("option", "3"))).toEqual(["3"]));
  test("are the last of several --var", () => expect(valuesOf(given("option", "1"), given("option", "2"))).toEqual(["2"]));
});
