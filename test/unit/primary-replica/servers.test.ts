import { describe, expect, test } from "vitest";
import { readServer } from "../../../src/primary-replica/servers.ts";
import { readSettings } from "../../../src/primary-replica/settings.ts";

const URL_A = "https://a.example";

describe("an entry is a plain origin, or an object with its url", () => {
  test.for([
    [URL_A, { url: URL_A, name: "a.example", healthPath: "/" }],
    ["https://A.Example/", { url: URL_A, name: "a.example", healthPath: "/" }],
    ["https://a.example:8443", { url: "https://a.example:8443", name: "a.example:8443", healthPath: "/" }],
    ["https://a.example:443", { url: URL_A, name: "a.example", healthPath: "/" }],
    ["https://[::1]:8443", { url: "https://[::1]:8443", name: "[::1]:8443", healthPath: "/" }],
    ["https://bücher.example", { url: "https://xn--bcher-kva.example", name: "xn--bcher-kva.example", healthPath: "/" }],
    [{ url: URL_A }, { url: URL_A, name: "a.example", healthPath: "/" }],
    [{ url: "https://a.example:8443/" }, { url: "https://a.example:8443", name: "a.example:8443", healthPath: "/" }],
    [
      { url: URL_A, name: "primary" },
      { url: URL_A, name: "primary", healthPath: "/" },
    ],
    [
      { url: URL_A, name: "Rack 2, left!" },
      { url: URL_A, name: "Rack 2, left!", healthPath: "/" },
    ],
    [
      { url: URL_A, name: "~" },
      { url: URL_A, name: "~", healthPath: "/" },
    ],
    [
      { url: URL_A, healthCheckPath: "/up" },
      { url: URL_A, name: "a.example", healthPath: "/up" },
    ],
    [
      { url: URL_A, healthCheckPath: "/up?deep=1&x=%20" },
      { url: URL_A, name: "a.example", healthPath: "/up?deep=1&x=%20" },
    ],
    [
      { url: URL_A, healthCheckPath: "/" },
      { url: URL_A, name: "a.example", healthPath: "/" },
    ],
    [
      { url: URL_A, name: "p", healthCheckPath: "/up" },
      { url: URL_A, name: "p", healthPath: "/up" },
    ],
    [
      { url: URL_A, comment: "more than is asked for is left alone" },
      { url: URL_A, name: "a.example", healthPath: "/" },
    ],
  ] as const)("%j", ([entry, expected]) => {
    expect(readServer(entry)).toEqual(expected);
  });
});

describe("C-HTTPS-INBOUND: anything else is malformed", () => {
  const entries: readonly unknown[] = [
    null,
    undefined,
    true,
    5,
    "",
    " ",
    [],
    [URL_A],
    {},
    { name: "primary" },
    { url: null },
    { url: 5 },
    { url: "" },
    { url: [URL_A] },
    { url: { url: URL_A } },
    "http://a.example",
    { url: "http://a.example" },
    { url: "https://a.example/path" },
    { url: "https://a.example?q" },
    { url: "https://user:secret@a.example" },
    { url: "https:a.example" },
    { url: " https://a.example" },
    { url: URL_A, name: "" },
    { url: URL_A, name: " " },
    { url: URL_A, name: 5 },
    { url: URL_A, name: {} },
    { url: URL_A, name: true },
    { url: URL_A, name: "prim\u00e4r" },
    { url: URL_A, name: "主" },
    { url: URL_A, name: "a\nb" },
    { url: URL_A, name: "a\tb" },
    { url: URL_A, name: "a\r\nx-injected: 1" },
    { url: URL_A, name: "a\u0000" },
    { url: URL_A, name: "a\u007f" },
    { url: URL_A, healthCheckPath: "" },
    { url: URL_A, healthCheckPath: "up" },
    { url: URL_A, healthCheckPath: "https://a.example/up" },
    { url: URL_A, healthCheckPath: 5 },
    { url: URL_A, healthCheckPath: {} },
    { url: URL_A, healthCheckPath: ["/up"] },
  ];
  test.for(entries.map((entry) => [JSON.stringify(entry) ?? "undefined", entry] as const))("%s", ([, entry]) => {
    expect(readServer(entry)).toBeUndefined();
    expect(readSettings({ SERVERS_JSON: [URL_A, entry] }).origins).toEqual({ kind: "malformed" });
  });
});

describe("a health path can lead to no other server and to no other request", () => {
  test.for(["//b.example/up", "/\\b.example", "/@b.example", "/up", "/../up", "/:1@b.example/"])("%s", (healthCheckPath) => {
    const server = readServer({ url: URL_A, healthCheckPath });
    if (server !== undefined) expect(new URL(server.url + server.healthPath).origin).toBe(URL_A);
  });

  test.for(["/up#fragment", "/u p", "/up\n", "/\tup", "/up\\x", "/up\u0000"])("%j is malformed", (healthCheckPath) => {
    expect(readServer({ url: URL_A, healthCheckPath })).toBeUndefined();
  });
});

describe("a list of servers", () => {
  const server = (url: string, name: string) => ({ url, name, healthPath: "/" });

  test("keeps its order of preference", () => {
    const { origins } = readSettings({ SERVERS_JSON: '["https://b.example",{"url":"https://a.example","name":"replica"}]' });
    expect(origins).toEqual({ kind: "configured", origins: [server("https://b.example", "b.example"), server(URL_A, "replica")] });
  });

  test("repeated urls collapse into the first, whatever they are called", () => {
    const { origins } = readSettings({
      SERVERS_JSON: [{ url: URL_A, name: "first" }, "https://b.example", "https://A.example:443/", { url: URL_A, name: "again" }],
    });
    expect(origins).toEqual({ kind: "configured", origins: [server(URL_A, "first"), server("https://b.example", "b.example")] });
  });

  test("an array that the platform has parsed means the same as its text", () => {
    const list = [{ url: URL_A, name: "p", healthCheckPath: "/up" }, "https://b.example"];
    expect(readSettings({ SERVERS_JSON: list }).origins).toEqual(readSettings({ SERVERS_JSON: JSON.stringify(list) }).origins);
  });
});
