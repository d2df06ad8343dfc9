/** Promise 2: a body arrives whole or not at all, and never at a stranger. */
import { describe, expect, test } from "vitest";
import { judgeBodies } from "../../../chaos/judge/bodies.ts";
import { evidenceOf } from "../../../chaos/judge/evidence.ts";
import { requestBytes, sha256 } from "../../../chaos/payload.ts";
import type { Arrival, StormRecord } from "../../../chaos/record.ts";
import { anArrival, anAsked, aPost, aRecord, CANARY, ID } from "../../support/chaos-record.ts";

const found = (record: StormRecord): readonly string[] => judgeBodies(evidenceOf(record)).map(({ seen }) => seen);
const asked = anAsked({ ask: aPost() });
const arriving = (with_: Partial<Arrival>): StormRecord => aRecord({ asked, arrivals: [anArrival(with_, aPost())] });

describe("clean", () => {
  test("the whole body", () => expect(found(aRecord({ asked }))).toEqual([]));
  test("half of it, which never ended", () => expect(found(arriving({ received: 250, bodySha: undefined }))).toEqual([]));
  test("nothing at all", () => expect(found(aRecord({ asked, arrivals: [] }))).toEqual([]));
  test("a probe, which has no id", () => expect(found(aRecord({ arrivals: [anArrival({ id: "", path: "/healthz" })] }))).toEqual([]));
});

describe("a violation", () => {
  const whole = requestBytes(ID, CANARY, 500);
  test.for([
    ["half of it, ended as if it were whole", { received: 250, bodySha: sha256(whole.subarray(0, 250)) }],
    ["none of it, ended", { received: 0, bodySha: sha256(Buffer.alloc(0)) }],
    ["somebody else's", { bodySha: sha256(requestBytes("r2", CANARY, 500)) }],
    ["a byte too many", { received: 501, bodySha: sha256(Buffer.concat([whole, Buffer.from("x")])) }],
    ["another method", { method: "GET" }],
    ["another path", { path: "/worker" }],
    ["somebody else's header", { headerId: "r2" }],
  ] as const)("%s", ([, with_]) => expect(found(arriving(with_))).toHaveLength(1));

  test("a request that no client sent", () => expect(found(aRecord({ arrivals: [anArrival({ id: "r77" })] }))).toHaveLength(1));
  test("a stranger is spoken to", () => expect(found(aRecord({}, { strangerConnections: 1 }))).toEqual(["1"]));
});
