/** SPEC 1.4 and 4: the answer to a HEAD has no body whose framing the runtime would write anew. */
import { expect } from "vitest";
import { test } from "./support/lab.ts";

test.for([
  [200, "Transfer-Encoding: gzip, chunked"],
  [200, "Transfer-Encoding: identity"],
  [200, "Transfer-Encoding: chunked\r\nContent-Length: 10"],
  [204, "Transfer-Encoding: chunked"],
  [304, "Transfer-Encoding: chunked"],
] as const)("SAF-LB-PASSTHRU: HEAD, %i: %j stops here", async ([status, fields], { lab }) => {
  const origin = await lab.bytes(`HTTP/1.1 ${status} OK\r\n${fields}\r\n\r\n`);
  const gateway = await lab.deployment("primary-replica", { SERVERS_JSON: JSON.stringify([origin.url]) });
  const answer = await gateway.send("/x", { method: "HEAD" });
  expect([answer.status, answer.fields.all("transfer-encoding")]).toEqual([status, []]);
});
