/** SPEC 4: a primary with a replica before real TLS servers. */
import { describe, expect } from "vitest";
import { greet, type HttpsOrigin, status } from "./support/https-origin.ts";
import { type Backend, type Lab, test } from "./support/lab.ts";
import { until } from "./support/until.ts";

const HEALTH = "/health";
const traffic = ({ arrivals }: HttpsOrigin) => arrivals.filter(({ url }) => url !== HEALTH);

const pair = (lab: Lab, servers: readonly Backend[], env: Record<string, string> = {}) =>
  lab.deployment("primary-replica", {
    SERVERS_JSON: JSON.stringify(servers.map(({ url }, i) => ({ url, name: ["primary", "replica"][i], healthCheckPath: HEALTH }))),
    ...env,
  });

describe("the primary serves, the replica takes over", () => {
  test("a refused GET moves on, a refused POST does not, and the next POST goes to the replica", async ({ lab }) => {
    const replica = await lab.origin();
    const gateway = await pair(lab, [await lab.dead(), replica]);
    const post = await gateway.send("/order", { method: "POST", body: "{}" });
    expect([post.status, post.text, traffic(replica).length]).toEqual([503, "All servers are unavailable", 0]);
    const get = await gateway.send("/page");
    expect([get.status, get.fields.get("x-served-by")]).toEqual([200, "replica"]);
    expect((await gateway.send("/order", { method: "POST", body: "{}" })).fields.get("x-served-by")).toBe("replica");
  });

  test("a good health check brings traffic back", async ({ lab }) => {
    const primary = await lab.origin((request, response, arrival) =>
      (request.url === HEALTH ? greet : status(502))(request, response, arrival),
    );
    const gateway = await pair(lab, [primary, await lab.origin()], { HEALTH_CHECK_INTERVAL_MS: "200" });
    expect((await gateway.send("/")).fields.get("x-served-by")).toBe("replica");
    primary.behave = greet;
    await until("the primary serves", async () => (await gateway.send("/")).fields.get("x-served-by") === "primary");
  });

  test("a 500 is the application's own, and stays", async ({ lab }) => {
    const replica = await lab.origin();
    const gateway = await pair(lab, [await lab.origin(status(500, {}, "broken page")), replica]);
    const answer = await gateway.send("/");
    expect([answer.status, answer.text, answer.fields.get("x-served-by")]).toEqual([500, "broken page", "primary"]);
    expect(traffic(replica)).toHaveLength(0);
  });

  test("nothing left: the last server's own answer", async ({ lab }) => {
    const gateway = await pair(lab, [await lab.dead(), await lab.origin(status(502, {}, "from the replica"))]);
    const answer = await gateway.send("/");
    expect([answer.status, answer.text]).toEqual([502, "from the replica"]);
    expect(gateway.events().filter(({ event }) => event === "all-failed")).toEqual([]);
  });
});

describe("what a web application needs", () => {
  test("its own address in a Location becomes the public one, cookie and all", async ({ lab }) => {
    const primary = await lab.origin();
    primary.behave = status(302, { Location: `${primary.url}/home?a=1#top`, "Set-Cookie": "sid=1; HttpOnly" });
    const answer = await (await pair(lab, [primary])).send("/login");
    expect([answer.status, answer.fields.get("location"), answer.fields.get("set-cookie")]).toEqual([
      302,
      "https://lb.example/home?a=1#top",
      "sid=1; HttpOnly",
    ]);
  });

  test("it is told the public host and scheme, whatever the client claims", async ({ lab }) => {
    const primary = await lab.origin();
    const gateway = await pair(lab, [primary]);
    await gateway.send("/", { plain: true, fields: [["X-Forwarded-Host", "evil.example"]] });
    const { fields } = traffic(primary)[0] ?? primary.last();
    expect(["x-forwarded-host", "x-forwarded-proto", "x-served-by"].map((name) => fields.get(name))).toEqual([
      "lb.example",
      "http",
      "primary",
    ]);
  });

  test("STATUS_PATH tells what is known, and never waits", async ({ lab }) => {
    const primary = await lab.origin();
    const dead = await lab.dead();
    const gateway = await pair(lab, [primary, dead], { STATUS_PATH: "/_lb" });
    const known = async () => JSON.parse((await gateway.send("/_lb")).text).backends as { up: boolean | null }[];
    expect((await known()).map(({ up }) => up)).toEqual([null, null]);
    await until("both are known", async () => (await known()).every(({ up }) => up !== null));
    expect((await known()).map(({ up }) => up)).toEqual([true, false]);
    expect(traffic(primary)).toHaveLength(0);
  });
});
