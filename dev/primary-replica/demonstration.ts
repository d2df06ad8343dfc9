// A primary and a replica of a small web application.
import { readServer } from "../../src/primary-replica/servers.ts";
import { DEFAULTS, VARIABLES } from "../../src/primary-replica/settings.ts";
import type { Demonstration, Example } from "../demonstration.ts";
import { createApplication, createStore } from "./application.ts";

const LIST = "SERVERS_JSON";

export const primaryReplica: Demonstration = {
  name: "primary-replica",
  summary: "a primary with a replica, in front of two servers of a web application",
  variables: [
    [LIST, `stand before these servers instead, e.g. '[{"url":"https://a.example.com","name":"primary"},"https://b.example.com"]'`],
    ["REQUEST_TIMEOUT_MS ...", "every other variable of the deployment is handed to it, e.g. RETRY_UNSAFE=always"],
  ],
  config: "deployments/primary-replica/wrangler.toml",
  title: "primary-replica",
  noun: "server",
  plainSide: "is served alike",
  list: {
    variable: LIST,
    readEntry: readServer,
    must: `it must be a JSON array, in order of preference, of {"url", "name"?, "healthCheckPath"?} or plain strings; a url is an https origin like "https://a.example.com", without path, query or credentials, a name is printable ASCII, a healthCheckPath begins with /`,
    nameOf: ({ name }) => name,
    of: (servers) => servers.map(({ name, url }) => ({ name, url, healthCheckPath: "/health" })),
  },
  isHandedOn: (variable) => variable !== LIST && VARIABLES.includes(variable),
  // Short enough to watch a fall and a return; the defaults are ten times as long.
  bindings: {
    HEALTH_CHECK_INTERVAL_MS: "3000",
    HEALTH_CHECK_TIMEOUT_MS: "1000",
    REQUEST_TIMEOUT_MS: "3000",
    STATUS_PATH: "/_lb/status",
    LB_VERSION: "demonstration",
  },
  header: "x-served-by",
  failStatus: 503,
  serverNames: ["primary", "replica"],
  applications: () => {
    const store = createStore();
    return (name) => createApplication(name, store);
  },
  notes: ({ bindings }) => {
    const value = (name: keyof typeof DEFAULTS): string => bindings[name] ?? String(DEFAULTS[name]);
    return [
      `attempts     ${value("MAX_ATTEMPTS")} per request, each waits ${value("REQUEST_TIMEOUT_MS")} ms · RETRY_UNSAFE is ${bindings["RETRY_UNSAFE"] ?? "undelivered"}`,
      `health       asked by traffic, when it is older than ${value("HEALTH_CHECK_INTERVAL_MS")} ms: the request after that one sees a heal`,
    ];
  },
  pages: ["/", "/socket"],
  examples: ({ at, plainAt, bindings, isDemonstration }) => {
    const status = bindings["STATUS_PATH"];
    return [
      [`curl -k -i ${at}/`, "X-Served-By says who answered"],
      ...(isDemonstration ? application(at) : []),
      ...(status?.startsWith("/") ? [[`curl -k ${at}${status}`, "what the gateway knows of its servers"] as const] : []),
      [`curl -i ${plainAt}/`, "plain http is served like https"],
    ];
  },
};

/** Only before the demonstration's own servers, which have these paths. */
const application = (at: string): readonly Example[] => [
  [`curl -k -d note=hello ${at}/notes`, "a form: what was posted, and who took it"],
  [`curl -k -i -d user=ada ${at}/login`, "a cookie, and the server's own Location made public"],
  [`curl -k -L -b '' -d user=ada ${at}/login`, "the same, followed: signed in"],
  [`curl -k -N ${at}/download`, "streams for 10 s; fail its server meanwhile, and curl says that it was cut"],
];
