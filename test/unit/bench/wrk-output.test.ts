import { expect, test } from "vitest";
import { parseWrk } from "../../../bench/load/wrk-output.ts";

const output = (middle: string): string => `Running 10m test @ http://127.0.0.1:1234/
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.34ms    1.02ms  20.40ms   88.10%
    Req/Sec     6.91k   500.12     7.90k    80.00%
${middle}Requests/sec:   6745.31
Transfer/sec:      1.61MB
`;

test.for([
  ["  6747 requests in 1.00s, 1.61MB read\n", { requests: 6_747, seconds: 1, badAnswers: 0, socketErrors: 0 }],
  ["  12 requests in 301.25ms, 0.00B read\n", { requests: 12, seconds: 0.30125, badAnswers: 0, socketErrors: 0 }],
  ["  9 requests in 1.50m, 1.00MB read\n", { requests: 9, seconds: 90, badAnswers: 0, socketErrors: 0 }],
  [
    "  80 requests in 2.10s, 9.00KB read\n  Socket errors: connect 1, read 20, write 300, timeout 4000\n  Non-2xx or 3xx responses: 79\n",
    { requests: 80, seconds: 2.1, badAnswers: 79, socketErrors: 4_321 },
  ],
] as const)("%s", ([middle, result]) => {
  expect(parseWrk(output(middle))).toEqual(result);
});

test("what is no result is an error that shows it", () => {
  expect(() => parseWrk("unable to connect to 127.0.0.1:1 Connection refused\n")).toThrow(
    "wrk gave no result:\nunable to connect to 127.0.0.1:1 Connection refused",
  );
});
