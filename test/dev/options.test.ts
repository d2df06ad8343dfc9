import { expect, it } from "vitest";
import { messageweave } from "../../dev/messageweave/demonstration.ts";
import { readOptions, UsageError } from "../../dev/options.ts";
import { primaryReplica } from "../../dev/primary-replica/demonstration.ts";

const ofGateway = (env: NodeJS.ProcessEnv) => readOptions(messageweave, env);
const ofServers = (env: NodeJS.ProcessEnv) => readOptions(primaryReplica, env);

it("has defaults, and hands on every variable of the gateway's", async () => {
  expect(await ofGateway({})).toEqual({ securePort: 8787, plainPort: 8788, standing: undefined, bindings: {}, trusted: [] });
  expect(await ofGateway({ PORT: "9443", LB_MAX_ATTEMPTS: "3", HOME: "/" })).toMatchObject({
    securePort: 9443,
    plainPort: 9444,
    bindings: { LB_MAX_ATTEMPTS: "3" },
  });
});

it("stands before real origins, as the gateway itself reads them", async () => {
  const list = `["https://a.example/", "https://b.example:8443", "https://a.example"]`;
  expect(await ofGateway({ BACKEND_ORIGINS_JSON: list })).toMatchObject({
    standing: [
      { url: "https://a.example", name: "a.example" },
      { url: "https://b.example:8443", name: "b.example:8443" },
    ],
    bindings: { BACKEND_ORIGINS_JSON: list },
  });
});

it("hands on the variables of the deployment that is shown, and no others", async () => {
  const env = { RETRY_UNSAFE: "always", STATUS_PATH: "/s", LB_VERSION: "7", LB_MAX_ATTEMPTS: "3", HOME: "/" };
  expect((await ofServers(env)).bindings).toEqual({ RETRY_UNSAFE: "always", STATUS_PATH: "/s", LB_VERSION: "7" });
  expect((await ofGateway(env)).bindings).toEqual({ LB_VERSION: "7", LB_MAX_ATTEMPTS: "3" });
});

it("stands before real servers, as the deployment itself reads them", async () => {
  const list = `[{"url":"https://a.example","name":"primary"},"https://b.example"]`;
  expect(await ofServers({ SERVERS_JSON: list })).toMatchObject({
    standing: [
      { url: "https://a.example", name: "primary" },
      { url: "https://b.example", name: "b.example" },
    ],
    bindings: { SERVERS_JSON: list },
  });
});

it.each([
  { SERVERS_JSON: "" },
  { SERVERS_JSON: "{" },
  { SERVERS_JSON: `["https://user:hunter2@a.example"]` },
  { SERVERS_JSON: `[{"url":"https://a.example","healthCheckPath":"hunter2"}]` },
  { BACKEND_ORIGINS_JSON: "" },
  { BACKEND_ORIGINS_JSON: "[]" },
  { BACKEND_ORIGINS_JSON: `[{"url":"https://user:hunter2@a.example"}]` },
  { BACKEND_ORIGINS_JSON: `["https://user:hunter2@a.example"]` },
  { PORT: "http" },
  { PORT: "70000" },
  { PORT: "9000", PLAIN_PORT: "9000" },
  { BACKEND_ORIGINS_JSON: `["https://a.example"]`, NODE_EXTRA_CA_CERTS: "/does/not/exist" },
])("says in one line what is wrong: %j", async (env) => {
  const error: unknown = await ("SERVERS_JSON" in env ? ofServers : ofGateway)(env).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  const { message } = error as UsageError;
  expect(message).not.toContain("\n");
  expect(message).not.toContain("hunter2");
});
