/** What counts as a gateway's answer, and what is said of any other. */
import { describe, expect, test } from "vitest";
import type { Asked } from "../../../cli/net/ask.ts";
import { readingOf } from "../../../cli/status/reading.ts";
import { exitCodeOf, reportOf } from "../../../cli/status/report.ts";
import { answer, type Row, said } from "./support/world.ts";

const url = new URL("https://lb.example.com/healthz-worker");
const good = {
  status: "ok",
  version: "1",
  available: 1,
  total: 1,
  backends: [{ origin: "https://a.example.com", up: true, status: 200 }],
};
const backend = (over: object): object => ({ ...good, backends: [{ ...good.backends[0], ...over }] });

test("a report is taken whole", () => {
  expect(reportOf(good)).toEqual({
    status: "ok",
    version: "1",
    available: 1,
    backends: [{ name: undefined, origin: "https://a.example.com", up: true, status: 200 }],
  });
});

describe("a body that only looks like a report is none", () => {
  test.for([
    ["null", null],
    ["a list", [good]],
    ["another status", { ...good, status: "fine" }],
    ["a status that its counts deny", { ...good, status: "down" }],
    ["no version", { ...good, version: 1 }],
    ["a count too many", { ...good, total: 2 }],
    ["more up than there are", { ...good, available: 2 }],
    ["more origins than a Worker may ask", { ...good, total: 1001, available: 1001, backends: Array(1001).fill(good.backends[0]) }],
    ["no list", { ...good, backends: {} }],
    ["no backend in it", { ...good, backends: ["https://a.example.com"] }],
    ["no origin", backend({ origin: "https://a.example.com/x" })],
    ["an origin that moves the cursor", backend({ origin: "https://a.example.com\u001b[2J" })],
    ["up in words", backend({ up: "yes" })],
    ["half a status", backend({ status: 200.5 })],
    ["a name that is none", backend({ name: 7 })],
  ] as const)("%s", ([, body]) => expect(reportOf(body)).toBeUndefined());
});

describe("the exit code", () => {
  test.for<[string, readonly Row[], number]>([
    ["all up", [["a", true, 200]], 0],
    ["unknown counts as up", [["a", null, null]], 0],
    [
      "some down",
      [
        ["a", true, 200],
        ["b", false, 502],
      ],
      1,
    ],
    [
      "some down, some unknown",
      [
        ["a", null, null],
        ["b", false, 502],
      ],
      1,
    ],
    ["all down", [["a", false, null]], 2],
    ["none", [], 2],
  ])("%s", ([, rows, code]) => {
    const reading = readingOf(answer(rows), url);
    expect(reading.kind === "report" && exitCodeOf(reading.report)).toBe(code);
  });
});

describe("any other answer is told in one line, of which nothing is the stranger's text", () => {
  test.for<[string, Asked, RegExp]>([
    [
      "HTML",
      said(200, "<h1>hunter2</h1>", { "content-type": "text/html; charset=utf-8" }),
      /no gateway's answer \(200, text\/html\): is this/,
    ],
    ["a type that is none", said(200, "hunter2", { "content-type": "\u001b[2J" }), /no gateway's answer \(200\)/],
    ["a report with another status", said(404, JSON.stringify(good)), /no gateway's answer \(404\)/],
    ["malformed origins", said(503, "misconfigured backends"), /^misconfigured backends: .* messageweave-lb check /],
    ["malformed servers", said(503, "misconfigured servers"), /^misconfigured servers: .* messageweave-lb check /],
    ["a gateway without this path", said(404, "route not forwarded: /healthz-worker"), /not at this path.*\/healthz.*STATUS_PATH/],
    ["a backend", said(200, "hunter2", { "x-lb-backend": "https://hunter2.example" }), /from behind it: leave out the path/],
    ["no backend", said(503, "all backends failed: timeout"), /from behind it: leave out the path/],
    ["a server", said(404, "hunter2", { "x-served-by": "hunter2" }), /from behind it: name the STATUS_PATH/],
    ["no server", said(503, "All servers are unavailable"), /from behind it: name the STATUS_PATH/],
    [
      "a redirect",
      said(302, "", { location: "https://other.example/hunter2?hunter2" }),
      /^it redirects \(302\) to https:\/\/other\.example,/,
    ],
    ["a redirect within", said(308, "", { location: "/hunter2" }), /^it redirects \(308\) to https:\/\/lb\.example\.com,/],
    ["a redirect to nowhere", said(302, "", { location: "mailto:hunter2" }), /^it redirects \(302\) to no web address,/],
    ["not modified", said(304, ""), /no gateway's answer \(304\)/],
    ["an untrusted certificate", { kind: "failed", reason: "certificate-untrusted" }, /--insecure/],
    ["no answer", { kind: "failed", reason: "timed-out" }, /--timeout/],
  ])("%s", ([, asked, line]) => {
    const reading = readingOf(asked, url);
    expect(reading).toEqual({ kind: "none", problem: expect.stringMatching(line) });
    expect(JSON.stringify(reading)).not.toMatch(/hunter2|\\n|\\u001b/);
  });
});
