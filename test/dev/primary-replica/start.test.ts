// `npm start -- primary-replica` as a newcomer without a terminal runs it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type Backend, startBackend } from "../../../dev/backends.ts";
import { makeCertificates } from "../../../dev/certificates.ts";
import { temporaryFolder } from "../../../dev/leftovers.ts";
import { freePort } from "../../../dev/ports.ts";
import { createApplication, createStore } from "../../../dev/primary-replica/application.ts";
import { ask } from "../support/ask.ts";
import { childrenOf, isRunning, type Script, startScript } from "../support/script.ts";

let script: Script | undefined;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  await script?.clear();
  for (const close of closers.splice(0)) await close();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<{ at: string; running: Script }> {
  const port = String(await freePort());
  const running = startScript(["primary-replica"], { PORT: port, PLAIN_PORT: String(await freePort()), ...env });
  script = running;
  await running.said("no keys");
  return { at: `https://localhost:${port}`, running };
}

/** The demonstration before a primary and a replica that this test can fail. */
async function beforeTwo(env: Readonly<Record<string, string>> = {}) {
  const certificates = await makeCertificates();
  const store = createStore(20);
  const startOne = async (name: string): Promise<Backend> => {
    const backend = await startBackend(name, certificates, { application: createApplication(name, store), failStatus: 503 });
    closers.push(backend.stop);
    return backend;
  };
  const servers = [await startOne("one"), await startOne("two")] as const;
  const folder = temporaryFolder();
  closers.push(folder.remove);
  const file = join(folder.path, "ca.pem");
  writeFileSync(file, certificates.ca);
  const list = servers.map(({ name, url }) => ({ name, url, healthCheckPath: "/health" }));
  return { servers, ...(await start({ NODE_EXTRA_CA_CERTS: file, SERVERS_JSON: JSON.stringify(list), ...env })) };
}

interface Talk {
  /** The next message, or "closed". */
  readonly hear: () => Promise<string>;
  readonly say: (text: string) => void;
}

function talk(at: string): Talk {
  const socket = new WebSocket(`${at.replace("https", "wss")}/echo`, { rejectUnauthorized: false, handshakeTimeout: 5000 });
  closers.push(() => socket.terminate());
  const heard: string[] = [];
  socket.on("error", () => {});
  socket.on("message", (data) => heard.push(String(data)));
  socket.on("close", () => heard.push("closed"));
  return {
    hear: async () => {
      await expect.poll(() => heard.length, { timeout: 5000 }).toBeGreaterThan(0);
      return heard.shift() ?? "";
    },
    say: (text) => socket.send(text),
  };
}

const form = (at: string, body: string) => ask(at, { method: "POST", body });

it("serves a web application, shows each request, and leaves nothing behind when it is told to end", async () => {
  const { at, running } = await start();
  expect(await ask(`${at}/`)).toMatchObject({ status: 200, headers: { "x-served-by": "primary" } });
  await running.said("GET     /                             200  primary");

  const noted = await form(`${at}/notes`, "note=a+<b>+c");
  expect(noted.body).toContain(`You posted <b id="posted">a &#60;b&#62; c</b>, and primary took it`);
  const signedIn = await form(`${at}/login`, "user=ada");
  expect(signedIn).toMatchObject({ status: 303, headers: { location: `${at}/account` } });
  const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  expect((await ask(`${at}/account`, { headers: { cookie } })).body).toContain("Signed in as <b>ada</b>");
  expect((await ask(`${at}/account`)).body).toContain("Nobody is signed in");

  const { hear, say } = talk(at);
  expect(await hear()).toBe("you talk to primary");
  say("hello");
  expect(await hear()).toBe("primary echoes: hello");
  await running.said("GET     /echo                         101  primary");

  expect((await ask(`${at}/_lb/status`)).body).toMatch(/"version":"demonstration","available":2,"total":2/);
  const children = await childrenOf(running.child.pid ?? 0);
  running.child.kill("SIGTERM");
  expect(await running.ended()).toBe(0);
  await expect(ask(at)).rejects.toThrow("ECONNREFUSED");
  expect(await Promise.all(children.map(isRunning))).not.toContain(true);
  expect(running.leftFiles()).toEqual([]);
});

it("goes on with the replica when the primary falls: pages, sessions and new sockets; and comes back", async () => {
  const { at, running, servers } = await beforeTwo({ HEALTH_CHECK_INTERVAL_MS: "300" });
  const cookie = String((await form(`${at}/login`, "user=ada")).headers["set-cookie"]).split(";")[0] ?? "";
  const socket = talk(at);
  expect(await socket.hear()).toBe("you talk to one");

  await servers[0].become("stopped");
  expect(await socket.hear()).toBe("closed");
  const account = await ask(`${at}/account`, { headers: { cookie } });
  expect(account).toMatchObject({ status: 200, headers: { "x-served-by": "two" } });
  expect(account.body).toContain("Signed in as <b>ada</b>");
  await running.said("one failed (network), two answered");
  await running.said("one is suspect (network)");
  expect(await talk(at).hear()).toBe("you talk to two");

  await servers[0].become("up");
  const servedBy = async () => (await ask(`${at}/health`)).headers["x-served-by"];
  await expect.poll(servedBy, { timeout: 10_000, interval: 100 }).toBe("one");
  await running.said("one is back");
});

it("hands on the answer of the server that took a form and could not answer it", async () => {
  const { at, running, servers } = await beforeTwo();
  await servers[0].become("failing");
  expect(await form(`${at}/notes`, "note=x")).toMatchObject({ status: 503, headers: { "x-served-by": "one" } });
  await running.said("one failed (status 503), whose answer is handed on");
});

it("streams a download, and one that is cut is seen to be", async () => {
  const { at, servers } = await beforeTwo();
  expect((await ask(`${at}/download`)).body.trim().split("\n")).toHaveLength(20);
  const cut = ask(`${at}/download`).then(
    () => "whole",
    () => "cut",
  );
  await new Promise((wake) => setTimeout(wake, 100));
  await servers[0].become("stopped");
  expect(await cut).toBe("cut");
});

it("hands on the deployment's variables", async () => {
  const { at, servers } = await beforeTwo({ RETRY_UNSAFE: "always", STATUS_PATH: "/how-it-is", LB_VERSION: "from outside" });
  await servers[0].become("failing");
  expect(await form(`${at}/notes`, "note=x")).toMatchObject({ status: 200, headers: { "x-served-by": "two" } });
  expect((await ask(`${at}/how-it-is`)).body).toContain(`"version":"from outside"`);
});

it("says in one line that the list of servers is bad, without repeating it", async () => {
  const refused = startScript(["primary-replica"], { SERVERS_JSON: `[{"url":"https://user:hunter2@a.example"}]` });
  script = refused;
  expect(await refused.ended()).toBe(1);
  expect(refused.output().trim().split("\n")).toEqual([expect.stringMatching(/^SERVERS_JSON is malformed: /)]);
  expect(refused.output()).not.toContain("hunter2");
});
