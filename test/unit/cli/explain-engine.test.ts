/** `explain` says what the engine does: for all configurations, methods and URLs that are generated here. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Settled } from "../../../cli/configuration/settled.ts";
import { type Asked, askedFrom } from "../../../cli/explain/asked.ts";
import { followedStatuses } from "../../../cli/explain/crossing.ts";
import { explained } from "../../../cli/explain/explain.ts";
import { type Forwarded, forwarded } from "../../../cli/explain/forwarded.ts";
import { verdictOf } from "../../../cli/explain/verdict.ts";
import { rowsOf } from "../../../cli/routes/rows.ts";
import { createBalancer } from "../../../src/engine/balancer.ts";
import { targetOf } from "../../../src/engine/target.ts";
import { ROUTES } from "../../../src/messageweave/routes.ts";
import { configurations, usableConfigurations } from "../../support/configurations.ts";
import { type Call, type FakeDeps, fakeDeps, type Script } from "../../support/fake-deps.ts";
import { hang } from "../../support/responses.ts";

const methods = fc.oneof(
  fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "Post"),
  fc.stringMatching(/^[A-Z]{1,5}$/),
);
const known = fc.constantFrom(...ROUTES.map(([path]) => path), "/healthz-worker", "/_lb/status", "/api/bootstrap", "/debug/x");
const spelled = known.chain((path) =>
  fc.constantFrom(path, `${path}/`, path.toUpperCase(), `/${path}`, `/x/..${path}`, path.replace("a", "%61")),
);
const paths = fc.oneof(
  { weight: 3, arbitrary: known },
  spelled,
  fc.webPath().map((path) => `/${path}`),
);
const urls = fc
  .tuple(
    fc.constantFrom("", "https://lb.example", "http://lb.example", "https://u:p@lb.example:8443"),
    paths,
    fc.constantFrom("", "?", "?a=1&b=%20", "#f", "?q#f"),
  )
  .map((parts) => parts.join(""));
const requests = fc.tuple(methods, urls).map(([method, url]) => askedFrom(method, url));

/** As the runtime gives it: Node's own `Request` would write `get` as `GET`. */
function requestOf({ method, url }: Asked, bytes: number): Request {
  const headers = new Headers(bytes > 0 ? { "content-length": String(bytes) } : {});
  const body = bytes > 0 ? {} : null;
  return { method, url: url.href, headers, body, arrayBuffer: async () => new ArrayBuffer(bytes) } as unknown as Request;
}

const send = async ({ settings }: Settled, asked: Asked, deps: FakeDeps, bytes = 0): Promise<Response> =>
  createBalancer(settings, deps)(requestOf(asked, bytes), () => {});

/** Only the gateway's own probes keep out of the cache. */
const isProbe = ({ init }: Call): boolean => "cache" in init;

/** What went out for the request itself. */
const sent = (deps: FakeDeps): readonly Call[] => deps.calls.filter((call) => !isProbe(call));

/** Nothing is learnt from a probe, so that the order is the one that a new isolate has. */
const origins = (script: Script): FakeDeps => fakeDeps((call, index) => (isProbe(call) ? hang(call) : script(call, index)));

/** What `explain` makes of a request that is forwarded; else there is nothing to compare. */
function forwardedOf(asked: Asked, { settings, deployment }: Settled, bodyBytes = 0): Forwarded | undefined {
  const verdict = verdictOf(asked, settings);
  if (verdict.kind !== "forwarded") return undefined;
  return forwarded({ asked, settings, route: verdict.route, origins: verdict.origins, noun: deployment.list.noun, bodyBytes });
}

/** Paths and methods that a configuration lists, or any where it lists none. */
const listed = ({ settings }: Settled): fc.Arbitrary<Asked> => {
  const pairs = rowsOf(settings).flatMap(({ path = "/x", methods: own = ["GET", "HEAD", "POST", "PUT", "get"] }) =>
    own.map((method) => [method, path]),
  );
  return fc.constantFrom(...pairs).map(([method, path]) => askedFrom(method, path));
};

const forwards = usableConfigurations.chain((settled) =>
  fc
    .oneof(listed(settled), requests)
    .map((asked) => ({ settled, asked, said: forwardedOf(asked, settled) }))
    .filter((one): one is typeof one & { readonly said: Forwarded } => one.said !== undefined),
);

test("who answers, with which status and text", async () => {
  await fc.assert(
    fc.asyncProperty(configurations, requests, async (settled, asked) => {
      const deps = fakeDeps(() => new Response("an origin's"));
      const response = await send(settled, asked, deps);
      const { answer, stages } = await explained(asked, settled, { bodyBytes: undefined });
      const text = await response.text();
      const isOwn = stages.some(({ stage }) => stage === "own endpoint");
      if (answer !== null) expect([response.status, text, deps.calls.length]).toEqual([answer.status, answer.text, 0]);
      else if (isOwn) expect(JSON.parse(text)).toHaveProperty("available");
      else expect([text, sent(deps)[0]?.init.method]).toEqual(["an origin's", asked.method]);
    }),
    { numRuns: 500 },
  );
});

test("what is kept of a query is that there is one, and a URL's credentials are not shown", async () => {
  await fc.assert(
    fc.asyncProperty(configurations, methods, paths, async (settled, method, path) => {
      const asked = askedFrom(method, `https://hunter1:hunter2@lb.example${path}?hunter3=hunter4#hunter5`);
      expect(JSON.stringify(await explained(asked, settled, { bodyBytes: undefined }))).not.toContain("hunter");
    }),
  );
});

test("whether a body goes out, and whether it is held", async () => {
  await fc.assert(
    fc.asyncProperty(forwards, fc.integer({ min: 1, max: 100 }), async ({ settled, asked, said }, bytes) => {
      const deps = origins(() => new Response("ok"));
      await send(settled, asked, deps, bytes);
      expect(said.isStreamed).toBe(false);
      expect(sent(deps)[0]?.init.body instanceof ArrayBuffer).toBe(said.takesBody);
    }),
  );
});

const failures = fc.oneof(fc.constantFrom("network" as const), fc.integer({ min: 200, max: 599 }));
const failing =
  (failure: "network" | number): Script =>
  () => {
    if (failure === "network") throw new Error("Network connection lost.");
    return new Response(failure === 204 || failure === 205 || failure === 304 ? null : "no", { status: failure });
  };

test("which answers are failures, how many origins are asked after each, and in which order", async () => {
  await fc.assert(
    fc.asyncProperty(forwards, failures, async ({ settled, asked, said }, failure) => {
      const deps = origins(failing(failure));
      const response = await send({ ...settled, settings: { ...settled.settings, hedgeMs: undefined } }, asked, deps);
      const isFailure = failure === "network" || said.failing.includes(failure);
      const goesOn = failure === "network" ? said.again.network : said.again.statuses.includes(failure);
      const order = said.settings
        .order(said.origins)(said.bound, () => 0)
        .map(({ url }) => url);
      expect(sent(deps).map(({ url }) => url.slice(0, -targetOf(asked.url.href).length))).toEqual(
        order.slice(0, isFailure && goesOn ? said.attempts : 1),
      );
      expect(response.headers.has(said.settings.crossing.observationHeader)).toBe(
        !isFailure || (said.settings.exhausted.lastAnswer && failure !== "network"),
      );
    }),
    { numRuns: 300 },
  );
});

test("which redirects are followed", async () => {
  await fc.assert(
    fc.asyncProperty(forwards, fc.constantFrom(301, 302, 303, 307, 308), async ({ settled, asked, said }, status) => {
      const deps = origins((_, i) =>
        i === 0 ? new Response(null, { status, headers: { location: `${said.origins[0].url}/elsewhere` } }) : new Response("ok"),
      );
      await send(settled, asked, deps);
      expect(deps.urls().includes(`${said.origins[0].url}/elsewhere`)).toBe(followedStatuses(said).includes(status));
    }),
  );
});

test("how long all attempts can take where nobody answers", async () => {
  await fc.assert(
    fc.asyncProperty(forwards, async ({ settled, asked, said }) => {
      const deps = origins(hang);
      let isOver = false;
      const over = send(settled, asked, deps).then(() => {
        isOver = true;
      });
      const most = said.again.timeout ? said.longestMs : said.route.timeoutMs;
      await deps.advance(most - 1);
      expect(isOver).toBe(false);
      await deps.advance(1);
      expect(isOver).toBe(true);
      await over;
    }),
    { numRuns: 80 },
  );
}, 20_000);
