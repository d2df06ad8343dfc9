// The gateway before three small MessageWeaves.
import { switchedOn } from "../../src/engine/texts.ts";
import { readOrigin } from "../../src/messageweave/settings.ts";
import type { Demonstration, Example } from "../demonstration.ts";
import { createApplication, createCluster, createInstance } from "./instance.ts";

export const messageweave: Demonstration = {
  name: "messageweave",
  summary: "the gateway, in front of three backends",
  variables: [
    ["BACKEND_ORIGINS_JSON", `stand before these https origins instead, e.g. '["https://a.example.com","https://b.example.com"]'`],
    ["LB_...", "every variable of that prefix is handed to the gateway, e.g. LB_MAX_ATTEMPTS=3 or LB_HEALTH_ROUTING=on"],
  ],
  config: "wrangler.toml",
  title: "messageweave-lb",
  noun: "backend",
  plainSide: "only redirects",
  list: {
    variable: "BACKEND_ORIGINS_JSON",
    readEntry: readOrigin,
    must: `it must be a JSON array of https origins, each a plain string like "https://a.example.com" or "https://b.example.com:8443", without path, query or credentials`,
    nameOf: ({ url }) => url.replace("https://", ""),
    of: (servers) => servers.map(({ url }) => url),
  },
  isHandedOn: (variable) => variable.startsWith("LB_"),
  // Short enough to watch a hanging backend being left; the gateway's own default is 10 s.
  bindings: { LB_VERSION: "demonstration", LB_REQUEST_TIMEOUT_MS: "3000" },
  header: "x-lb-backend",
  failStatus: 500,
  serverNames: ["A", "B", "C"],
  applications: () => {
    const cluster = createCluster();
    return (name) => createApplication(createInstance(name, cluster));
  },
  notes: ({ bindings }) => [
    `attempts     ${bindings["LB_MAX_ATTEMPTS"] ?? "2"} per request, each waits ${bindings["LB_REQUEST_TIMEOUT_MS"] ?? "10000"} ms · LB_HEALTH_ROUTING is ${switchedOn(bindings["LB_HEALTH_ROUTING"]) ? "on" : "off"}`,
  ],
  pages: ["/"],
  examples: ({ at, plainAt, isDemonstration }) => [
    [`curl -k -i ${at}/api/status`, "x-lb-backend says who answered"],
    ...(isDemonstration ? writing(at) : []),
    [`curl -k ${at}/healthz-worker`, "the gateway's own view of its backends"],
    [`curl -k -i ${at}/debug/vars`, "404: not on the safelist"],
    [`curl -k -i -X DELETE ${at}/api/config`, "405: a method that is not listed"],
    [`curl -i ${plainAt}/api/status`, "308 to https; not to be followed here: TLS has its own port"],
  ],
};

/** Only before the demonstration's own: a real backend would take these for real. */
const writing = (at: string): readonly Example[] => [
  [`curl -k -d '{"id":"1"}' ${at}/webhook/tg`, "a delivery"],
  [`curl -k -X POST ${at}/worker`, "drains up to 10 deliveries"],
  [`curl -k -X POST ${at}/reconcile`, "5 s under a lock of all three; a second one meanwhile: 409"],
];
