/** What `explain` adds to a refusal, where that is easily mistaken; and which words it takes for a request. */
import { describe, expect, test } from "vitest";
import { deploymentNamed } from "../../../cli/deployments.ts";
import { UsageError } from "../../../cli/exit.ts";
import { askedFrom, shownUrl } from "../../../cli/explain/asked.ts";
import { methodHint, pathHint } from "../../../cli/explain/hints.ts";
import { inWords } from "../../../cli/explain/statuses.ts";

function hintFor(path: string, name = "messageweave"): string {
  const deployment = deploymentNamed(name);
  return deployment === undefined ? "" : pathHint(path, deployment.readSettings({}), deployment);
}

describe("a path that is not listed", () => {
  test.for([
    ["/api/status/", "there is /api/status, but the match is exact: it has no slash at its end"],
    ["/API/status", "there is /api/status, but the match is exact: it is spelled in lower case"],
    ["/api//status", "there is /api/status, but the match is exact: it has no empty part between slashes"],
    ["/api/%73tatus", "there is /api/status, but the match is exact: this one is encoded"],
    ["/Webhook/TG/", "there is /webhook/tg, but the match is exact: it is spelled in lower case, it has no slash at its end"],
    ["/healthz-worker/", "there is /healthz-worker, but the match is exact: it has no slash at its end"],
    ["/webhook/tq", "did you mean /webhook/tg?"],
    ["/redy", "did you mean /ready?"],
    ["/%", "messageweave-lb routes shows what is forwarded"],
    ["/ab", "messageweave-lb routes shows what is forwarded"],
    ["/wp-login.php", "messageweave-lb routes shows what is forwarded"],
    ["/api/bootstrap", "left out on purpose: only an origin itself answers this, the gateway never forwards it"],
    ["/debug/vars", "left out on purpose: only an origin itself answers this, the gateway never forwards it"],
  ] as const)("%s: %s", ([path, hint]) => {
    expect(hintFor(path)).toBe(hint);
  });

  test.for([
    ["/worker", "messageweave has this path, this deployment does not"],
    ["/healthz-worker", "messageweave has this path, this deployment does not; here the gateway's own answer is at /healthz"],
  ] as const)("of the other release: %s", ([path, hint]) => {
    expect(hintFor(path, "messageweave-v1")).toBe(hint);
  });
});

test.for([
  ["get", 'methods are case-sensitive: "get" is not GET'],
  ["HEAD", "HEAD is a method like any other, and not among those listed"],
  ["OPTIONS", "OPTIONS is a method like any other, and not among those listed"],
  ["DELETE", ""],
] as const)("a method that is not listed: %s", ([method, hint]) => {
  expect(methodHint(method, ["GET", "PUT"])).toBe(hint);
});

describe("METHOD and URL", () => {
  test.for([
    ["/a?b=c#d", "/a?…", "https:"],
    ["/a?", "/a?", "https:"],
    ["//a/b", "//a/b", "https:"],
    ["/a/../b", "/b", "https:"],
    ["http://u:p@lb.example/a?b", "http://lb.example/a?…", "http:"],
    ["HTTPS://LB.example", "https://lb.example/", "https:"],
  ] as const)("%s is %s", ([text, shown, protocol]) => {
    const asked = askedFrom("GET", text);
    expect([shownUrl(asked), asked.url.protocol]).toEqual([shown, protocol]);
  });

  test.for([
    ["neither", undefined, undefined],
    ["no URL", "GET", undefined],
    ["the wrong way round", "/hunter2", "GET"],
    ["no method", "GE T", "/hunter2"],
    ["no scheme", "GET", "hunter2.example/x"],
    ["another scheme", "GET", "ftp://hunter2.example/x"],
    ["no host", "GET", "https://?hunter2"],
    ["a port that is none", "GET", "https://lb.example:hunter2/"],
  ] as const)("%s: one line that repeats none of it", ([, method, url]) => {
    const ask = () => askedFrom(method, url);
    expect(ask).toThrow(UsageError);
    expect(ask).toThrow(/^(?!.*hunter2).*(?:METHOD|URL).*$/);
  });
});

test.for([
  [[502], "502"],
  [[502, 503], "502, 503"],
  [[502, 503, 504, 530], "502–504 or 530"],
  [[404, 502, 503, 504, 530], "404, 502–504 or 530"],
] as const)("statuses in words: %s", ([statuses, words]) => {
  expect(inWords(statuses)).toBe(words);
});
