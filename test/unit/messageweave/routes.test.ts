import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../../../src/messageweave/routes.ts";
import { readSettings } from "../../../src/messageweave/settings.ts";

/** The contract, written out a second time on purpose. */
const SAFELIST: Readonly<Record<string, readonly string[]>> = {
  "/": ["GET"],
  "/assets/config.js": ["GET"],
  "/assets/styles.css": ["GET"],
  "/api/status": ["GET"],
  "/api/config": ["GET", "PUT"],
  "/api/business-config": ["GET", "PUT"],
  "/api/business-config/preflight": ["POST"],
  "/api/admin/session": ["POST"],
  "/api/admin/session/revoke": ["POST"],
  "/api/enabled": ["GET", "PUT"],
  "/webhook/tg": ["POST"],
  "/push/jmap": ["POST"],
  "/api/push/register": ["POST"],
  "/api/telegram/register-webhook": ["POST"],
  "/api/push/disable": ["POST"],
  "/reconcile": ["POST"],
  "/worker": ["POST"],
  "/healthz": ["GET"],
  "/ready": ["GET"],
};
const PATHS = Object.keys(SAFELIST);
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "Post"];

const { matchRoute } = readSettings({});

describe("ARCH-LB-WORKER: the safelist", () => {
  test("is 19 paths, these", () => {
    expect(PATHS).toHaveLength(19);
    expect(ROUTES.map(([path]) => path).sort()).toEqual([...PATHS].sort());
  });

  test.for(PATHS.flatMap((path) => METHODS.map((method) => [method, path] as const)))("%s %s", ([method, path]) => {
    const allowed = SAFELIST[path] ?? [];
    const match = matchRoute(method, path);
    if (allowed.includes(method)) expect(match.kind).toBe("route");
    else expect(match).toEqual({ kind: "unknown-method", allow: allowed.join(", ") });
  });
});

describe("ARCH-LB-WORKER: which routes may be tried at a second origin", () => {
  test.for(PATHS)("%s", (path) => {
    const jobs: Readonly<Record<string, number>> = { "/reconcile": 320_000, "/worker": 300_000 };
    const timeoutMs = jobs[path];
    const expected = {
      slowMs: undefined,
      ...(timeoutMs === undefined ? { timeoutMs: 10_000, attempts: "several" } : { timeoutMs, attempts: "one" }),
    };
    for (const method of SAFELIST[path] ?? []) expect(matchRoute(method, path)).toEqual({ kind: "route", route: expected });
  });
});

describe("C-LB-SINGLE-REG-URL: no other path is known", () => {
  test.for([
    "",
    "//",
    "/api",
    "/api/",
    "/api/status/",
    "//api/status",
    "/API/status",
    "/api/Status",
    "/api/%73tatus",
    "/api%2Fstatus",
    "/api/status%00",
    "/api/status;x",
    "/api/status ",
    "/api/bootstrap",
    "/debug/",
    "/debug/vars",
    "/webhook",
    "/webhook/tg/",
    "/assets/",
    "/assets/app.js",
    "/healthz-worker",
    "__proto__",
    "constructor",
    "/favicon.ico",
  ])("%j", (path) => {
    expect(matchRoute("GET", path)).toEqual({ kind: "unknown-path" });
    expect(matchRoute("POST", path)).toEqual({ kind: "unknown-path" });
  });

  test("whatever the text", () => {
    const near = fc
      .tuple(fc.constantFrom(...PATHS), fc.nat(), fc.constantFrom("/", ".", "%2F", "a", "A", "?", ";", "\u0000", " "))
      .map(([path, at, extra]) => {
        const place = at % (path.length + 1);
        return path.slice(0, place) + extra + path.slice(place);
      });
    fc.assert(
      fc.property(
        fc.oneof(
          near,
          fc.webPath(),
          fc.string(),
          fc.constantFrom(...PATHS).map((path) => path.toUpperCase()),
        ),
        (path) => {
          fc.pre(!PATHS.includes(path));
          expect(matchRoute("GET", path)).toEqual({ kind: "unknown-path" });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("whatever the method, a known path lists its own and forwards no other", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATHS), fc.oneof(fc.string(), fc.constantFrom(...METHODS, "__proto__")), (path, method) => {
        const allowed = SAFELIST[path] ?? [];
        fc.pre(!allowed.includes(method));
        expect(matchRoute(method, path)).toEqual({ kind: "unknown-method", allow: allowed.join(", ") });
      }),
    );
  });
});
