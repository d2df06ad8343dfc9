/** `status` where there is no gateway: one line on stderr, nothing on stdout, exit code 2. */
import { createServer } from "node:http";
import { describe, expect } from "vitest";
import { makeCertificates } from "../../dev/certificates.ts";
import { listenSomewhere } from "../../dev/listen.ts";
import { status as answering } from "../e2e/support/https-origin.ts";
import type { Lab } from "../e2e/support/lab.ts";
import { folderWith, type Ran, run } from "./support/command.ts";
import { test } from "./support/trust.ts";

function expectOneLine({ code, out, err }: Ran, line: RegExp): void {
  expect([code, out]).toEqual([2, ""]);
  expect(err.trim().split("\n")).toEqual([expect.stringMatching(line)]);
  expect(err).not.toContain("hunter2");
}

describe("what is there instead is told", () => {
  test.for<[string, (lab: Lab) => Promise<{ readonly url: string }>, RegExp]>([
    ["nothing", (lab) => lab.dead(), /\/healthz-worker: the connection was refused/],
    ["silence", (lab) => lab.origin(() => undefined), /: it did not answer in time; --timeout/],
    ["half an answer", (lab) => lab.bytes("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"), /: the connection was closed before/],
    [
      "an upgrade",
      (lab) => lab.bytes("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
      /: the connection was closed before/,
    ],
    ["no HTTP", (lab) => lab.bytes("hunter2\r\n\r\n"), /: it does not speak HTTP/],
    [
      "a web site",
      (lab) => lab.origin(answering(200, { "content-type": "text/html" }, "<p>hunter2")),
      /no gateway's answer \(200, text\/html\)/,
    ],
    ["an endless body", (lab) => lab.origin((_, response) => response.end("x".repeat(3_000_000))), /no gateway's answer \(200\)/],
    [
      "a redirect",
      (lab) => lab.origin(answering(301, { location: "https://other.example/hunter2" })),
      /redirects \(301\) to https:\/\/other\.example,/,
    ],
    [
      "another's certificate",
      async (lab) => lab.origin(undefined, { certificates: await makeCertificates(["other.example"]) }),
      /: its certificate /,
    ],
  ])("%s", async ([, open, line], { lab, trusting }) => {
    const { url } = await open(lab);
    expectOneLine(await run(["status", url, "--timeout", "1"], trusting), line);
  });

  test("a server without TLS", async () => {
    const server = createServer((_, response) => response.end());
    const port = await listenSomewhere(server);
    expectOneLine(await run(["status", `localhost:${port}`]), /: it does not speak TLS/);
    server.close();
  });

  test("a name that no server has", async () => {
    expectOneLine(await run(["status", "lb.invalid", "--timeout", "10"]), /host name|not answer in time/);
  });
});

describe("certificates", () => {
  test("one that nobody trusts is refused, and taken with --insecure", async ({ lab }) => {
    const gateway = await lab.gateway([await lab.origin()]);
    const url = `https://localhost:${gateway.port}`;
    expectOneLine(await run(["status", url]), /: its certificate is signed by nobody that is trusted here; with --insecure/);
    expect(await run(["status", url, "-k"])).toMatchObject({ code: 0, err: "" });
  });

  test("one for another name is told from one that nobody trusts", async ({ lab }) => {
    const certificates = await makeCertificates(["other.example"]);
    const folder = folderWith({ "ca.pem": certificates.ca });
    const { url } = await lab.origin(undefined, { certificates });
    expectOneLine(
      await run(["status", url], { env: { NODE_EXTRA_CA_CERTS: `${folder.path}/ca.pem` } }),
      /: its certificate is for another name; with --insecure/,
    );
    folder.remove();
  });
});

describe("words that cannot be meant", () => {
  test.for([
    [["http://lb.example.com"], /^the gateway answers over https only: write {2}https:\/\/lb\.example\.com$/],
    [["https://me:hunter2@lb.example.com"], /^leave out the user name and password/],
    [["hunter2 lb"], /^this is no URL/],
    [["lb.example.com", "--wait", "5"], /^--wait goes with --expect-version VERSION$/],
    [["--watch", "lb.example.com"], /^--watch takes a number of seconds .* messageweave-lb status URL --watch 30$/],
    [["lb.example.com", "--watch", "0"], /^--watch takes a number of seconds from 0\.1/],
    [["lb.example.com", "--timeout", "-1"], /^--timeout takes a number of seconds/],
    [["lb.example.com", "--expect-version", "1", "--wait", "soon"], /^--wait takes a number of seconds/],
  ] as const)("%j", async ([words, line]) => expectOneLine(await run(["status", ...words]), line));
});
