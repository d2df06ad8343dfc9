import { expect, it } from "vitest";
import { createTally } from "../../../dev/messageweave/tally.ts";
import { faultOf } from "../../../dev/messageweave/traffic.ts";

it("counts a request as lost unless it was answered, and a delivery unless a backend took it as well", () => {
  const tally = createTally();
  for (const id of ["ok", "refused", "silent"]) tally.sent("GET", id);
  for (const id of ["taken", "twice", "only answered", "only taken"]) tally.sent("POST", id);
  for (const id of ["ok", "taken", "twice", "only answered"]) tally.answered(id, "A", 10);
  for (const id of ["taken", "twice", "twice", "only taken", "never sent"]) tally.taken(id);
  tally.refused("refused", "status 503");
  const summary = tally.summary();
  expect(summary).toMatchObject({
    kinds: { GET: { sent: 3, answered: 1, lost: 2 }, POST: { sent: 4, answered: 3, lost: 2 } },
    lost: 4,
    repeated: 1,
  });
  expect(summary.losses).toEqual([
    "GET refused: status 503",
    "GET silent: no answer",
    "POST only answered: answered, but no backend took it",
    "POST only taken: no answer",
  ]);
});

it("takes no answer for granted", () => {
  const nameOf = (origin: string) => (origin === "https://a" ? "A" : "B");
  const reply = { status: 200, origin: "https://a", body: `{"backend":"A","id":"n-1"}` };
  expect(faultOf(reply, "n-1", nameOf)).toBeUndefined();
  expect(faultOf(reply, undefined, nameOf)).toBeUndefined();
  expect(faultOf({ ...reply, status: 503 }, "n-1", nameOf)).toBe("status 503");
  expect(faultOf({ ...reply, origin: "https://b" }, "n-1", nameOf)).toMatch("x-lb-backend");
  expect(faultOf(reply, "n-2", nameOf)).toMatch("another delivery");
  expect(faultOf({ ...reply, body: `{"backend":` }, "n-1", nameOf)).toMatch("cut");
});
