/** The whole deployment, before scripted servers. */
import { describe, expect, test } from "vitest";
import { createWorker, type Env } from "../../src/engine/worker.ts";
import { readSettings, VARIABLES } from "../../src/primary-replica/settings.ts";
import { seen } from "../support/balance.ts";
import { byHand } from "../support/by-hand.ts";
import { type Call, fakeDeps, type Script, settle } from "../support/fake-deps.ts";
import { answers, connectionLost, fails, hang, inTurn, oddResponse, redirectTo, watchedBody } from "../support/responses.ts";

const PRIMARY = "https://primary.example";
const REPLICA = "https://replica.example:8443";
const SERVERS = [{ url: PRIMARY, name: "primary", healthCheckPath: "/up?deep" }, { url: REPLICA }];

const isCheck = ({ init }: Call): boolean => new Headers(init.headers).get("user-agent") === "Cloudflare-Worker-HealthCheck";

/** `traffic` answers requests, `checks` health checks; each counts its own calls. */
function deployment(traffic: Script = answers(200), checks: Script = answers(200, {}, null), over: Env = {}) {
  const asked: Call[] = [];
  const checked: Call[] = [];
  const deps = fakeDeps((call) => {
    const [list, script] = isCheck(call) ? [checked, checks] : [asked, traffic];
    list.push(call);
    return script(call, list.length - 1);
  });
  const worker = createWorker(VARIABLES, readSettings, deps);
  const deferred: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => {
      deferred.push(work);
    },
  };
  const sendRequest = (request: Request) => worker.fetch(request, { SERVERS_JSON: SERVERS, ...over }, context);
  return {
    deps,
    asked,
    checked,
    deferred,
    servers: () => asked.map(({ url }) => new URL(url).origin),
    sendRequest,
    send: (path: string, init?: RequestInit) => sendRequest(new Request(`https://www.example${path}`, init)),
  };
}

/** Answers by the server that is asked. */
const byServer =
  (primary: Script, replica: Script = answers(200)): Script =>
  (call, index) =>
    (call.url.startsWith(PRIMARY) ? primary : replica)(call, index);

describe("any path, query and method goes to the first server", () => {
  test.for([
    ["GET", "/"],
    ["GET", "/a/b?c=d&c=e"],
    ["POST", "/login"],
    ["PUT", "/x"],
    ["PATCH", "/x"],
    ["DELETE", "/x"],
    ["OPTIONS", "/x"],
    ["PROPFIND", "/dav/"],
    ["GET", "/healthz"],
    ["GET", "/debug/vars"],
    ["GET", "/ready?"],
    ["GET", "/%2F%20/%E4%B8%AD"],
    ["GET", "//elsewhere.example/x"],
  ] as const)("%s %s", async ([method, path]) => {
    const { asked, send } = deployment();
    expect((await send(path, { method })).status).toBe(200);
    expect(asked.map(({ url, init }) => [init.method, url])).toEqual([[method, PRIMARY + path]]);
  });

  test("HEAD stays HEAD", async () => {
    const { asked, send } = deployment(answers(200, { "content-length": "5" }, null));
    const response = await send("/file", { method: "HEAD" });
    expect([asked[0]?.init.method, response.status, response.body]).toEqual(["HEAD", 200, null]);
  });

  test("over http it is served as over https", async () => {
    const { asked, sendRequest } = deployment();
    expect((await sendRequest(new Request("http://www.example/a"))).status).toBe(200);
    const headers = new Headers(asked[0]?.init.headers);
    expect([asked[0]?.url, headers.get("x-forwarded-proto")]).toEqual([`${PRIMARY}/a`, "http"]);
  });

  test.for(["[", "{}", '["http://a.example"]', '[{"name":"x"}]', undefined, "[]"])("a bad list is an answer: %j", async (list) => {
    const { deps, send } = deployment(undefined, undefined, { SERVERS_JSON: list });
    expect(await seen(await send("/"))).toEqual([503, "misconfigured servers"]);
    expect([deps.calls, deps.lines()]).toEqual([[], []]);
  });
});

describe("X-Served-By and X-Forwarded-*", () => {
  test("are set for the server to the public values, whatever the client claims", async () => {
    const { asked, send } = deployment();
    const claims = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      "x-served-by": "evil",
      "x-forwarded-for": "192.0.2.1",
    };
    await send("/", { headers: { ...claims, cookie: "a=1", authorization: "Bearer x" } });
    expect(Object.fromEntries(new Headers(asked[0]?.init.headers))).toEqual({
      authorization: "Bearer x",
      cookie: "a=1",
      "x-forwarded-for": "192.0.2.1",
      "x-forwarded-host": "www.example",
      "x-forwarded-proto": "https",
      "x-served-by": "primary",
    });
  });

  test("name the server of each attempt, and the answer the one that gave it", async () => {
    const { asked, send } = deployment(byServer(fails));
    const response = await send("/");
    expect(asked.map(({ init }) => new Headers(init.headers).get("x-served-by"))).toEqual(["primary", "replica.example:8443"]);
    expect(response.headers.get("x-served-by")).toBe("replica.example:8443");
  });

  test("replace what the server says of itself, and never cost an answer", async () => {
    const { send } = deployment(answers(200, { "x-served-by": "me" }));
    expect((await send("/")).headers.get("x-served-by")).toBe("primary");
    const odd = oddResponse(999);
    expect(await deployment(() => odd).send("/")).toBe(odd);
  });

  test("go with nothing else: a health check has its own headers only", async () => {
    const { checked, send } = deployment();
    await send("/", { headers: { cookie: "a=1" } });
    expect(checked.map(({ init }) => Object.fromEntries(new Headers(init.headers)))).toEqual([
      { "user-agent": "Cloudflare-Worker-HealthCheck" },
      { "user-agent": "Cloudflare-Worker-HealthCheck" },
    ]);
  });
});

describe("failover moves on where no application answered", () => {
  test.for([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530])("%i", async (status) => {
    const { servers, send } = deployment(byServer(answers(status)));
    expect((await send("/")).headers.get("x-served-by")).toBe("replica.example:8443");
    expect(servers()).toEqual([PRIMARY, REPLICA]);
  });

  test.for([200, 301, 302, 400, 401, 404, 409, 429, 499, 500, 501, 505, 507, 528, 529, 531, 599])(
    "%i is the application's answer",
    async (status) => {
      const { servers, send } = deployment(byServer(answers(status, {}, null)));
      expect([(await send("/")).status, servers()]).toEqual([status, [PRIMARY]]);
    },
  );

  test("a timeout, as long as REQUEST_TIMEOUT_MS and no longer", async () => {
    const { deps, servers, send } = deployment(byServer(hang), undefined, { REQUEST_TIMEOUT_MS: "900" });
    const response = send("/");
    await deps.advance(899);
    expect(servers()).toEqual([PRIMARY]);
    await deps.advance(1);
    expect([(await response).status, servers()]).toEqual([200, [PRIMARY, REPLICA]]);
  });

  test("an interim answer is none", async () => {
    const { servers, send } = deployment(byServer(() => oddResponse(103)));
    expect([(await send("/")).status, servers()]).toEqual([200, [PRIMARY, REPLICA]]);
  });
});

/** Method, RETRY_UNSAFE, what the primary does, and whether the replica is asked as well. */
const MATRIX = (["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH", "PROPFIND"] as const).flatMap((method) =>
  ([undefined, "undelivered", "always", "never"] as const).flatMap((policy) =>
    (["network", "timeout", 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530] as const).map((failure) => {
      const idempotent = !["POST", "PATCH", "PROPFIND"].includes(method);
      const undelivered = ([521, 523, 525, 526, 530] as readonly unknown[]).includes(failure);
      const moves = idempotent || policy === "always" || (policy !== "never" && undelivered);
      return [method, policy, failure, moves] as const;
    }),
  ),
);

describe("a request is sent again only where that is safe", () => {
  test.for(MATRIX)("%s, RETRY_UNSAFE=%s, %s: %s", async ([method, policy, failure, moves]) => {
    const primary = failure === "network" ? fails : failure === "timeout" ? hang : answers(failure);
    const { deps, servers, send } = deployment(byServer(primary), undefined, { RETRY_UNSAFE: policy });
    const response = send("/", { method });
    if (failure === "timeout") await deps.advance(30_000);
    const { status } = await response;
    expect(servers()).toEqual(moves ? [PRIMARY, REPLICA] : [PRIMARY]);
    expect(status).toBe(moves ? 200 : typeof failure === "number" ? failure : 503);
  });
});

describe("nothing left", () => {
  test("is the last attempt's own answer, whole, where it got one", async () => {
    const { deps, send } = deployment(
      inTurn(fails, () => new Response("down for repair", { status: 503, statusText: "Repair", headers: { "retry-after": "60" } })),
    );
    const response = await send("/");
    expect([response.status, response.statusText, await response.text()]).toEqual([503, "Repair", "down for repair"]);
    expect([response.headers.get("retry-after"), response.headers.get("x-served-by")]).toEqual(["60", "replica.example:8443"]);
    expect(deps.lines().map(([, line]) => (line as { event: string }).event)).not.toContain("all-failed");
  });

  test.for([
    ["after another server's answer", inTurn(answers(502), fails)],
    ["with no answer at all", fails],
  ] as const)("is a 503 of ours where the last attempt got none: %s", async ([, script]) => {
    const { deps, send } = deployment(script);
    const response = await send("/");
    expect([response.statusText, ...(await seen(response))]).toEqual(["Service Unavailable", 503, "All servers are unavailable"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(deps.lines().at(-1)).toEqual(["error", { event: "all-failed", method: "GET", path: "/", failure: "network" }]);
  });

  test("the first answer is let go when the next server is asked", async () => {
    const body = watchedBody();
    const { send } = deployment(byServer(() => new Response(body.stream, { status: 502 })));
    await send("/");
    expect(body.state()).toBe("cancelled");
  });

  test("MAX_ATTEMPTS bounds it", async () => {
    const { servers, send } = deployment(fails, undefined, { MAX_ATTEMPTS: "1" });
    await send("/");
    expect(servers()).toEqual([PRIMARY]);
  });
});

describe("redirects belong to the browser", () => {
  test.for([301, 302, 303, 307, 308])("a %i is handed back, a login's cookie with it", async (status) => {
    const redirect = () => redirectTo(`${PRIMARY}/home?a#b`, status, { "set-cookie": "session=1; HttpOnly" });
    const { servers, send } = deployment(redirect);
    const response = await send("/login", { method: "POST", body: "x" });
    expect([response.status, response.headers.get("location"), response.headers.getSetCookie()]).toEqual([
      status,
      "https://www.example/home?a#b",
      ["session=1; HttpOnly"],
    ]);
    expect(servers()).toEqual([PRIMARY]);
  });

  test.for(["/next", "https://elsewhere.example/", `${REPLICA}/next`])(
    "a Location that is not on the serving server stays: %s",
    async (to) => {
      const { send } = deployment(() => redirectTo(to));
      expect((await send("/")).headers.get("location")).toBe(to);
    },
  );

  test("the replica's own address is made public when it is the one that serves", async () => {
    const { send } = deployment(byServer(fails, () => redirectTo(`${REPLICA}/next`)));
    expect((await send("/")).headers.get("location")).toBe("https://www.example/next");
  });
});

describe("WebSockets", () => {
  const handshake = (upgrade: string, method = "GET") =>
    new Request("https://www.example/socket", {
      method,
      headers: { connection: "Upgrade", upgrade, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13" },
    });
  const socket: Script = () => new Response(null, { status: 101, webSocket: new WebSocketPair()[0] });

  test.for(["websocket", "WebSocket"])("the handshake goes out with its Upgrade: %s", async (upgrade) => {
    const { asked, sendRequest } = deployment(socket);
    const response = await sendRequest(handshake(upgrade));
    const headers = new Headers(asked[0]?.init.headers);
    expect([headers.get("upgrade"), headers.get("sec-websocket-version")]).toEqual([upgrade, "13"]);
    expect([response.status, response.webSocket instanceof WebSocket]).toEqual([101, true]);
  });

  test.for([
    ["h2c", "GET"],
    ["websocket, h2c", "GET"],
    ["websocket", "POST"],
    ["tls/1.0", "OPTIONS"],
  ] as const)("any other upgrade arrives as an ordinary request: %s, %s", async ([upgrade, method]) => {
    const { asked, sendRequest } = deployment();
    await sendRequest(handshake(upgrade, method));
    expect(new Headers(asked[0]?.init.headers).has("upgrade")).toBe(false);
  });

  test.for([
    ["refused", fails],
    ["answered by a gateway", answers(502)],
  ] as const)("the upgrade fails over at connect time: %s", async ([, primary]) => {
    const { servers, sendRequest } = deployment(byServer(primary, socket));
    const response = await sendRequest(handshake("websocket"));
    expect([response.status, response.webSocket instanceof WebSocket, servers()]).toEqual([101, true, [PRIMARY, REPLICA]]);
  });

  test("an application that refuses has answered", async () => {
    const { servers, sendRequest } = deployment(answers(426));
    expect([(await sendRequest(handshake("websocket"))).status, servers()]).toEqual([426, [PRIMARY]]);
  });
});

describe("health is asked in the background", () => {
  test("of all servers at once, when the first request comes, each at its own path, after the request's own fetch", async () => {
    const { deps, checked, send } = deployment();
    await send("/");
    expect(deps.urls()).toEqual([`${PRIMARY}/`, `${PRIMARY}/up?deep`, `${REPLICA}/`]);
    const uncached: unknown = expect.objectContaining({ method: "GET", cache: "no-store" });
    expect(checked.map(({ init }) => init)).toEqual([uncached, uncached]);
  });

  test("again when it is older than the interval, and not before", async () => {
    const { deps, checked, send } = deployment(undefined, undefined, { HEALTH_CHECK_INTERVAL_MS: "5000" });
    await send("/");
    await deps.advance(4_999);
    await send("/");
    expect(checked).toHaveLength(2);
    await deps.advance(1);
    await send("/");
    expect(checked).toHaveLength(4);
  });

  test("once per server however many requests come, and none of them waits", async () => {
    const { deps, checked, send } = deployment(undefined, hang);
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await send("/")).status));
    expect([new Set(statuses), checked.length]).toEqual([new Set([200]), 2]);
    await deps.advance(4_999);
    await send("/");
    expect(checked).toHaveLength(2);
  });

  test("a check that hangs ends after HEALTH_CHECK_TIMEOUT_MS, and its server is unhealthy", async () => {
    const { deps, asked, servers, send } = deployment(undefined, byServer(hang), { HEALTH_CHECK_TIMEOUT_MS: "800" });
    await send("/");
    await deps.advance(799);
    await send("/");
    await deps.advance(1);
    await send("/");
    expect([servers(), asked.length]).toEqual([[PRIMARY, PRIMARY, REPLICA], 3]);
  });

  test.for([
    ["200", answers(200), true],
    ["399", answers(399, {}, null), true],
    ["400", answers(400), false],
    ["404", answers(404), false],
    ["500", answers(500), false],
    ["a redirect on the server, to a 200", inTurn(() => redirectTo("/login"), answers(200)), true],
    ["a redirect on the server, to a 404", inTurn(() => redirectTo("/login"), answers(404)), false],
    ["a redirect that leaves it counts by its own status", () => redirectTo("https://sso.example/"), true],
    ["a redirect to the other server counts by its own status", () => redirectTo(`${REPLICA}/`), true],
    ["redirects without end", () => redirectTo("/login"), false],
    ["a refused connection", fails, false],
  ] as const)("%s: healthy is %s", async ([, check, healthy]) => {
    let primaryChecks = 0;
    const { servers, send } = deployment(
      undefined,
      byServer((call) => check(call, primaryChecks++)),
    );
    await send("/");
    await settle();
    await send("/");
    expect(servers()).toEqual([PRIMARY, healthy ? PRIMARY : REPLICA]);
  });
});

describe("the first healthy server serves everything", () => {
  test("a failed attempt marks a server unhealthy at once", async () => {
    const { servers, send } = deployment(byServer(fails), hang);
    await send("/");
    await send("/");
    expect(servers()).toEqual([PRIMARY, REPLICA, REPLICA]);
  });

  test("so does one that may not be sent again", async () => {
    const { servers, send } = deployment(byServer(fails), hang);
    expect((await send("/", { method: "POST" })).status).toBe(503);
    await send("/", { method: "POST" });
    expect(servers()).toEqual([PRIMARY, REPLICA]);
  });

  test("a good probe brings it back: traffic returns to the primary", async () => {
    let down = true;
    const primary: Script = (call, index) => (down ? fails : answers(200))(call, index);
    const { deps, servers, send } = deployment(byServer(primary), byServer(primary));
    await send("/");
    await settle();
    down = false;
    await deps.advance(30_000);
    await send("/");
    await settle();
    await send("/");
    expect(servers()).toEqual([PRIMARY, REPLICA, REPLICA, PRIMARY]);
  });

  test("the other healthy ones next, then the unhealthy ones, in order", async () => {
    const names = ["a", "b", "c", "d"].map((name) => `https://${name}.example`);
    const sick = ["https://a.example", "https://c.example"];
    const { servers, send } = deployment(
      inTurn(answers(200), fails),
      ({ url }) => new Response(null, { status: sick.includes(new URL(url).origin) ? 500 : 200 }),
      { SERVERS_JSON: names, MAX_ATTEMPTS: "9" },
    );
    await send("/");
    await settle();
    await send("/");
    expect(servers().slice(1)).toEqual(["https://b.example", "https://d.example", "https://a.example", "https://c.example"]);
  });

  test("none healthy: the first, as a last resort", async () => {
    const { servers, send } = deployment(undefined, answers(500));
    await send("/");
    await settle();
    expect([(await send("/")).status, servers()]).toEqual([200, [PRIMARY, PRIMARY]]);
  });

  test("until first known a server counts as healthy", async () => {
    const { servers, send } = deployment(undefined, hang);
    for (let i = 0; i < 3; i++) await send("/");
    expect(servers()).toEqual([PRIMARY, PRIMARY, PRIMARY]);
  });
});

describe("STATUS_PATH", () => {
  const STATUS = { STATUS_PATH: "/_lb", LB_VERSION: "9" };

  test("unset, every path is the servers'", async () => {
    const { servers, send } = deployment();
    await send("/_lb");
    expect(servers()).toEqual([PRIMARY]);
  });

  test("before anything is known: null, which counts as available, and without waiting", async () => {
    const { asked, checked, send } = deployment(undefined, hang, STATUS);
    const response = await send("/_lb");
    expect([response.status, await response.text()]).toEqual([
      200,
      '{"status":"ok","version":"9","available":2,"total":2,"backends":[' +
        `{"name":"primary","origin":"${PRIMARY}","up":null,"status":null},` +
        `{"name":"replica.example:8443","origin":"${REPLICA}","up":null,"status":null}]}`,
    ]);
    expect([asked.length, checked.length]).toEqual([0, 2]);
  });

  test("then as last known", async () => {
    const { send } = deployment(undefined, byServer(answers(503)), STATUS);
    await send("/_lb");
    await settle();
    expect(await (await send("/_lb?x")).json()).toMatchObject({
      status: "ok",
      available: 1,
      backends: [
        { name: "primary", up: false, status: 503 },
        { up: true, status: 200 },
      ],
    });
  });

  test.for([
    ["refused", fails, null],
    ["502", answers(502), 502],
  ] as const)("a failed attempt shows at once: %s", async ([, primary, status]) => {
    const { send } = deployment(byServer(primary), hang, STATUS);
    await send("/");
    expect(await (await send("/_lb")).json()).toMatchObject({
      available: 1,
      backends: [
        { up: false, status },
        { up: null, status: null },
      ],
    });
  });

  test("all down is a 503", async () => {
    const { send } = deployment(undefined, answers(500), STATUS);
    await send("/_lb");
    await settle();
    const response = await send("/_lb");
    expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ status: "down", available: 0 })]);
  });

  test("HEAD is answered, any other method is refused", async () => {
    const { send } = deployment(undefined, hang, STATUS);
    expect((await send("/_lb", { method: "HEAD" })).status).toBe(200);
    for (const method of ["POST", "OPTIONS", "DELETE"]) {
      const response = await send("/_lb", { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });
});

describe("bodies", () => {
  test("an answer streams: it is passed on unread", async () => {
    const body = watchedBody();
    const { deps, send } = deployment(() => new Response(body.stream));
    const response = await send("/download");
    await deps.advance(1_000_000);
    expect(body.state()).toBe("untouched");
    await response.body?.cancel();
  });

  test("one that is held is sent again whole", async () => {
    const bodies: string[] = [];
    const { send } = deployment(async (call, index) => {
      bodies.push(await new Response(call.init.body ?? null).text());
      return inTurn(answers(530), answers(200))(call, index);
    });
    expect([(await send("/", { method: "POST", body: "x=1" })).status, bodies]).toEqual([200, ["x=1", "x=1"]]);
  });

  test("one that is larger than MAX_REPLAY_BYTES is sent once, to the first healthy server", async () => {
    const { servers, send } = deployment(
      async (call) => {
        await new Response(call.init.body ?? null).arrayBuffer();
        throw connectionLost();
      },
      hang,
      { MAX_REPLAY_BYTES: "4" },
    );
    for (let i = 0; i < 2; i++) await send("/", { method: "PUT", body: "longer" });
    expect(servers()).toEqual([PRIMARY, REPLICA]);
  });
});

test("SAF-LOG-PURITY: what is logged names server and failure, and no query, header or body", async () => {
  const { deps, send } = deployment(fails, hang);
  await send("/a?token=secret", { method: "PUT", headers: { cookie: "secret" }, body: "secret" });
  await settle();
  const request = { method: "PUT", path: "/a" };
  expect(deps.lines()).toEqual([
    ["warn", { event: "attempt-failed", ...request, origin: PRIMARY, failure: "network" }],
    ["warn", { event: "origin-suspect", origin: PRIMARY, failure: "network" }],
    ["warn", { event: "attempt-failed", ...request, origin: REPLICA, failure: "network" }],
    ["warn", { event: "origin-suspect", origin: REPLICA, failure: "network" }],
    ["error", { event: "all-failed", ...request, failure: "network" }],
  ]);
});

test("one probe per server, whoever asks: the status page shares those of requests", async () => {
  const { script, calls } = byHand();
  const { send } = deployment(undefined, script, { STATUS_PATH: "/_lb" });
  await send("/");
  await send("/_lb");
  await send("/");
  expect(calls.map(({ url }) => url)).toEqual([`${PRIMARY}/up?deep`, `${REPLICA}/`]);
});
