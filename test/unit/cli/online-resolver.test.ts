/** Looking names up while some of them take long. */
import type { LookupAddress } from "node:dns";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createResolver } from "../../../cli/check/online/resolver.ts";

const FOUND: readonly LookupAddress[] = [
  { address: "192.0.2.1", family: 4 },
  { address: "2001:db8::1", family: 6 },
];
const addresses = { kind: "addresses", addresses: ["192.0.2.1", "2001:db8::1"] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = <T>(ms: number, value: T): Promise<T> => new Promise((done) => void setTimeout(done, ms, value));
/** A name says how long it takes, in milliseconds. */
const resolver = () => createResolver((host) => after(Number(host), FOUND));

async function lookedUp(hosts: readonly string[]): Promise<readonly unknown[]> {
  const { lookUp } = resolver();
  const all = Promise.all(hosts.map((host) => lookUp(host, 1000)));
  await vi.runAllTimersAsync();
  return (await all).map((looked) => (looked.kind === "failed" ? looked.code : looked.kind));
}

test("names that hang are told, and those behind them are found all the same", async () => {
  expect(await lookedUp(["1500", "1500", "1500", "1500", "10", "10"])).toEqual([
    ...["TIMEOUT", "TIMEOUT", "TIMEOUT", "TIMEOUT"],
    ...["addresses", "addresses"],
  ]);
});

test("sixty names on a slow resolver are all found", async () => {
  expect(new Set(await lookedUp(Array.from({ length: 60 }, () => "90")))).toEqual(new Set(["addresses"]));
});

test("a name that never gets its turn is no name that does not answer, and all is over in three times the wait", async () => {
  const { lookUp } = resolver();
  const all = Promise.all(["1e6", "1e6", "1e6", "10"].map((host) => lookUp(host, 1000)));
  await vi.advanceTimersByTimeAsync(3000);
  expect((await all).map((looked) => looked.kind === "failed" && looked.code)).toEqual(["TIMEOUT", "TIMEOUT", "TIMEOUT", "NOT_LOOKED_UP"]);
});

test("a connection is given what was found, in both of Node's ways", async () => {
  const { lookUp, found } = resolver();
  const looked = lookUp("5", 1000);
  await vi.runAllTimersAsync();
  expect(await looked).toEqual(addresses);
  const done = vi.fn();
  found("5", { all: true }, done);
  found("5", {}, done);
  found("6", { all: true }, done);
  expect(done.mock.calls).toEqual([
    [null, FOUND],
    [null, "192.0.2.1", 4],
    [expect.objectContaining({ code: "ENOTFOUND" }), ""],
  ]);
});
