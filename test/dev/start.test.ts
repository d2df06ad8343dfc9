// `npm start` as a newcomer without a terminal runs it.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createPlainServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { makeCertificates } from "../../dev/certificates.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";
import { ask } from "./support/ask.ts";
import { childrenOf, freePort, isRunning, type Script, startScript } from "./support/script.ts";

let script: Script | undefined;
afterEach(() => script?.clear());

const start = (env: Readonly<Record<string, string>>): Script => {
  script = startScript("start", env);
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
