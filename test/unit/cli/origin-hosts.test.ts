/** What hosts, routes and zones tell. */
import { describe, expect, test } from "vitest";
import { hostKind } from "../../../cli/check/origins/host.ts";
import { ownRouteFor, zonesOf } from "../../../cli/check/origins/routes.ts";

describe("a host is of one kind", () => {
  test.for([
    ["192.0.2.1", "ip"],
    ["127.0.0.1", "ip"],
    ["[::1]", "ip"],
    ["localhost", "local"],
    ["api.localhost", "local"],
    ["nas.local", "local"],
    ["api.corp.internal", "local"],
    ["box.home.arpa", "local"],
    ["backend", "local"],
    ["backend.", "local"],
    ["example.com", "placeholder"],
    ["a.example.org.", "placeholder"],
    ["a.example", "placeholder"],
    ["example", "placeholder"],
    ["a.invalid", "placeholder"],
    ["a.test", "placeholder"],
    ["myexample.com", "public"],
    ["example.com.acme.dev", "public"],
    ["mylocalhost.dev", "public"],
    ["1.acme.dev", "public"],
  ] as const)("%s is %s", ([host, kind]) => expect(hostKind(host)).toBe(kind));
});

describe("a host is the gateway's own if one of its routes matches it", () => {
  test.for([
    ["lb.acme.dev/*", "lb.acme.dev", true],
    ["lb.acme.dev", "lb.acme.dev", true],
    ["LB.acme.dev/*", "lb.acme.dev", true],
    ["https://lb.acme.dev/api/*", "lb.acme.dev", true],
    ["*://lb.acme.dev/*", "lb.acme.dev", true],
    ["lb.acme.dev/*", "a.lb.acme.dev", false],
    ["lb.acme.dev/*", "xlb.acme.dev", false],
    ["*.acme.dev/*", "a.acme.dev", true],
    ["*.acme.dev/*", "a.b.acme.dev", true],
    ["*.acme.dev/*", "acme.dev", false],
    ["*acme.dev/*", "acme.dev", true],
    ["*acme.dev/*", "myacme.dev", true],
    ["acme.dev/*", "acme.dev", true],
    ["acme.dev/*", "a.acme.dev", false],
  ] as const)("%s and %s: %s", ([route, host, isOwn]) =>
    expect(ownRouteFor(host, { routes: [route], zoneNames: [], name: "lb" })).toBe(isOwn ? `its route ${route}` : undefined),
  );
  test.for([
    ["lb.me.workers.dev", true],
    ["other.me.workers.dev", false],
    ["lb.workers.dev", false],
    ["x.lb.me.workers.dev", false],
  ] as const)("the Worker's name makes %s: %s", ([host, isOwn]) =>
    expect(ownRouteFor(host, { routes: [], zoneNames: [], name: "lb" }) !== undefined).toBe(isOwn),
  );
  test.for([
    ["one.mail.dev", [], false],
    ["one.mail.dev", ["acme.dev"], false],
    ["b.acme.dev", ["acme.dev"], true],
  ] as const)("a route for all hosts is for those of its zone: %s in %j: %s", ([host, zoneNames, isOwn]) =>
    expect(ownRouteFor(host, { routes: ["*/*"], zoneNames, name: "lb" }) !== undefined).toBe(isOwn),
  );
  test("without a name none on workers.dev is", () =>
    expect(ownRouteFor("lb.me.workers.dev", { routes: [], zoneNames: [], name: undefined })).toBeUndefined());
});

describe("zones are those that routes name, or what their hosts tell", () => {
  test.for([
    [["lb.acme.dev/*"], [], ["acme.dev"]],
    [["*.acme.dev/*"], [], ["acme.dev"]],
    [["acme.dev/*"], [], ["acme.dev"]],
    [["lb.acme.co.uk/*"], [], ["acme.co.uk"]],
    [["acme.co.uk/*"], [], ["acme.co.uk"]],
    [["a.b.acme.dev/*"], ["acme.dev"], ["acme.dev"]],
    [["a.acme.dev", "b.acme.dev/*"], [], ["acme.dev"]],
    [["*/*"], [], []],
    [[], [], []],
  ] as const)("%j with %j: %j", ([routes, zoneNames, zones]) => expect(zonesOf({ routes, zoneNames })).toEqual(zones));
});
