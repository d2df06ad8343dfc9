// `npm start` as a newcomer without a terminal runs it.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createPlainServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { content } from "../../dev/application.ts";
import { startBackend } from "../../dev/backends.ts";
import { makeCertificates } from "../../dev/certificates.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";
import { freePort } from "../../dev/ports.ts";
import { ask } from "./support/ask.ts";
import { childrenOf, isRunning, type Script, startScript } from "./support/script.ts";

let script: Script | undefined;
afterEach(() => script?.clear());

const start = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Script => {
  script = startScript(args, env);
  return script;
};

it("serves, shows each request, and leaves nothing behind when it is told to end", async () => {
  const [port, plain] = [await freePort(), await freePort()];
  const running = start({ PORT: String(port), PLAIN_PORT: String(plain), LB_VERSION: "from outside" });
  await running.said("no keys");
  for (const line of running.output().matchAll(/curl .*:(\d+)\//g)) expect([String(port), String(plain)]).toContain(line[1]);

  expect(await ask(`https://localhost:${port}/api/status`)).toMatchObject({ status: 200 });
  await running.said("GET     /api/status                   200  ");
  expect((await ask(`https://localhost:${port}/healthz-worker`)).body).toMatch(/"version":"from outside","available":3,"total":3/);
  expect(await ask(`https://localhost:${port}/debug/vars`)).toMatchObject({ status: 404 });

  const children = await childrenOf(running.child.pid ?? 0);
  running.child.kill("SIGTERM");
  expect(await running.ended()).toBe(0);
  await expect(ask(`https://localhost:${port}/api/status`)).rejects.toThrow("ECONNREFUSED");
  expect(await Promise.all(children.map(isRunning))).not.toContain(true);
  expect(running.leftFiles()).toEqual([]);
});

it("stands before given origins, and trusts the authority that it is told to", async () => {
  const { ca, key, cert } = await makeCertificates();
  const folder = temporaryFolder();
  const file = join(folder.path, "ca.pem");
  writeFileSync(file, ca);
  const origin = createServer({ key, cert }, (_, response) => response.end("the real one")).listen(0, "127.0.0.1");
  await once(origin, "listening");
  const url = `https://localhost:${(origin.address() as AddressInfo).port}`;
  const port = await freePort();
  try {
    const env = { PORT: String(port), PLAIN_PORT: String(await freePort()), NODE_EXTRA_CA_CERTS: file };
    const running = start({ ...env, BACKEND_ORIGINS_JSON: JSON.stringify([url]) });
    await running.said("no keys");
    expect(await ask(`https://localhost:${port}/ready`)).toMatchObject({ status: 200, body: "the real one" });
    await running.said(url.replace("https://", ""));
  } finally {
    origin.close();
    folder.remove();
  }
});

it("says in one line that a port is taken, and which", async () => {
  const holder = createPlainServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const refused = start({ PORT: String(port), PLAIN_PORT: String(await freePort()) });
  expect(await refused.ended()).toBe(1);
  holder.close();
  expect(refused.output().trim().split("\n")).toEqual([expect.stringMatching(`^port ${port} is already in use: `)]);
});

it("says in one line that the list of origins is bad, without repeating it", async () => {
  const refused = start({ BACKEND_ORIGINS_JSON: `["https://user:hunter2@a.example"]` });
  expect(await refused.ended()).toBe(1);
  expect(refused.output().trim().split("\n")).toEqual([expect.stringMatching(/^BACKEND_ORIGINS_JSON is malformed: /)]);
  expect(refused.output()).not.toContain("hunter2");
});

it("shows which backend is suspect with health routing on, and when it is back", async () => {
  const certificates = await makeCertificates();
  const answer = () => content("text/plain", "here");
  const startOne = (name: string) => startBackend(name, certificates, { application: { answer }, failStatus: 500 });
  const [one, two] = [await startOne("one"), await startOne("two")];
  const folder = temporaryFolder();
  const file = join(folder.path, "ca.pem");
  writeFileSync(file, certificates.ca);
  const port = await freePort();
  try {
    const env = { PORT: String(port), PLAIN_PORT: String(await freePort()), NODE_EXTRA_CA_CERTS: file, LB_HEALTH_ROUTING: "on" };
    const running = start({ ...env, BACKEND_ORIGINS_JSON: JSON.stringify([one.url, two.url]) });
    await running.said("no keys");
    const name = one.url.replace("https://", "");
    await one.become("failing");
    const asking = setInterval(() => void ask(`https://localhost:${port}/ready`).catch(() => {}), 100);
    try {
      await running.said(`${name} is suspect (status 500)`);
      await one.become("up");
      await running.said(`${name} is back`);
    } finally {
      clearInterval(asking);
    }
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    folder.remove();
  }
});

it.each([
  [["nobody"], `no demonstration is called "nobody": choose one of messageweave, primary-replica`],
  [["messageweave", "primary-replica"], "one demonstration at a time: choose one of messageweave, primary-replica"],
])("%j is refused in one line", async (args, line) => {
  const refused = start({}, ...args);
  expect(await refused.ended()).toBe(1);
  expect(refused.output().trim().split("\n")).toEqual([line]);
});

it("says all that can be asked for with --help", async () => {
  const helping = start({}, "--help");
  expect(await helping.ended()).toBe(0);
  for (const word of ["messageweave ", "primary-replica ", "PLAIN_PORT", "BACKEND_ORIGINS_JSON", "SERVERS_JSON", "LB_..."])
    expect(helping.output()).toContain(word);
});
