import { afterAll, beforeAll, expect, it } from "vitest";
import { type Backend, startBackend } from "../../../dev/backends.ts";
import { type Certificates, makeCertificates } from "../../../dev/certificates.ts";
import { type Cluster, createApplication, createCluster, createInstance } from "../../../dev/messageweave/instance.ts";
import { ROUTES } from "../../../src/messageweave/routes.ts";
import { ask } from "../support/ask.ts";

let certificates: Certificates;
let cluster: Cluster;
let one: Backend;
let two: Backend;
const taken: string[] = [];

beforeAll(async () => {
  certificates = await makeCertificates();
  cluster = createCluster(300);
  const start = (name: string) => {
    const application = createApplication(createInstance(name, cluster), (instance, body) => taken.push(`${instance} ${body}`));
    return startBackend(name, certificates, { application, failStatus: 500 });
  };
  one = await start("one");
  two = await start("two");
});
afterAll(() => Promise.all([one.stop(), two.stop()]));

const at = (path: string, method = "GET", body?: string, backend = one) =>
  ask(`${backend.url}${path}`, { ca: certificates.ca, method, timeoutMs: 2000, ...(body === undefined ? {} : { body }) });

it.each(ROUTES.flatMap(([path, methods]) => methods.map((method) => [method, path] as const)))("answers %s %s", async (method, path) => {
  expect((await at(path, method, method === "GET" ? undefined : "{}")).status).toBe(200);
});

it("counts and queues deliveries, and drains at most ten at a time", async () => {
  cluster.queue.length = 0;
  for (let n = 1; n <= 12; n++)
    expect(await at(n % 2 ? "/webhook/tg" : "/push/jmap", "POST", `{"id":"d-${n}"}`)).toMatchObject({ status: 200 });
  expect(taken.slice(-1)).toEqual([`one {"id":"d-12"}`]);
  expect(JSON.parse((await at("/worker", "POST", "", two)).body)).toMatchObject({ backend: "two", drained: 10, left: 2 });
  expect(JSON.parse((await at("/worker", "POST")).body)).toMatchObject({ backend: "one", drained: 2, left: 0 });
});

it("lets only one instance of the cluster reconcile", async () => {
  const first = at("/reconcile", "POST");
  while (cluster.lock === undefined) await new Promise((wake) => setTimeout(wake, 5));
  expect(await at("/reconcile", "POST", "", two)).toMatchObject({ status: 409 });
  expect(await first).toMatchObject({ status: 200 });
  expect(await at("/reconcile", "POST", "", two)).toMatchObject({ status: 200 });
});

it("keeps a document for all instances, and refuses one that is no JSON", async () => {
  await at("/api/config", "PUT", `{"colour":"blue"}`);
  expect(JSON.parse((await at("/api/config", "GET", undefined, two)).body)).toEqual({ colour: "blue" });
  expect(await at("/api/config", "PUT", "no JSON")).toMatchObject({ status: 400 });
});

it("serves a page whose two assets are there", async () => {
  const page = (await at("/")).body;
  const assets = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1]);
  expect(assets.sort()).toEqual(["/assets/config.js", "/assets/styles.css"]);
});
