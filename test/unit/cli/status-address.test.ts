/** Where a gateway is asked. */
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../cli/exit.ts";
import { addressOf } from "../../../cli/status/address.ts";

test.for([
  ["lb.example.com", "https://lb.example.com/healthz-worker"],
  ["localhost:8787", "https://localhost:8787/healthz-worker"],
  ["[::1]:8787", "https://[::1]:8787/healthz-worker"],
  ["HTTPS://LB.example.com", "https://lb.example.com/healthz-worker"],
  ["https://lb.example.com/?x=1#y", "https://lb.example.com/healthz-worker"],
  ["lb.example.com/healthz", "https://lb.example.com/healthz"],
  ["https://lb.example.com/_lb/status?x=1#y", "https://lb.example.com/_lb/status?x=1"],
] as const)("%s is asked at %s", ([text, url]) => expect(addressOf(text).url.href).toBe(url));

test("what is shown has no query", () => {
  expect(addressOf("https://lb.example.com/_lb/status?key=hunter2").label).toBe("https://lb.example.com/_lb/status");
});

describe("what is no address is told in one line that repeats no credentials", () => {
  test.for([
    ["http://lb.example.com/x?hunter2", /^the gateway answers over https only: write {2}https:\/\/lb\.example\.com$/],
    ["ftp://lb.example.com", /https only/],
    ["https://hunter2@lb.example.com", /^leave out the user name/],
    ["https://me:hunter2@lb.example.com", /^leave out the user name/],
    ["me:hunter2@lb.example.com", /^leave out the user name/],
    ["http://me:hunter2@lb.example.com", /^leave out the user name/],
    ["hunter2 lb", /^this is no URL/],
    ["https:\\\\hunter2", /^this is no URL/],
    ["https://", /^this is no URL/],
    ["", /^this is no URL/],
    ["http:lb.example.com", /^this is no URL/],
    ["https:/lb.example.com", /^this is no URL/],
  ] as const)("%s", ([text, line]) => {
    let thrown: unknown;
    try {
      addressOf(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UsageError);
    const { message } = thrown as UsageError;
    expect(message).toMatch(line);
    expect(message).not.toMatch(/hunter2|\n/);
  });
});
