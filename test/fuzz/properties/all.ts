/** Every property, with the Worker that it runs against. */
import type fc from "fast-check";
import { bytesOf, CLIENT_CASES } from "../arbitraries/client-cases.ts";
import type { Arrival } from "../support/recorder.ts";
import type { Property } from "../support/runner.ts";
import type { Setup } from "../support/world.ts";
import { checkClient } from "./client.ts";
import { checkHandshake, HANDSHAKE_CASES, handshakeBytes } from "./handshake.ts";
import { answerBytes, checkOrigin, ORIGIN_CASES, type OriginCase, TIMEOUT_MS } from "./origin.ts";

export interface Suite {
  readonly setup: Setup;
  readonly properties: readonly Property[];
}

const written = (bytes: Buffer): string => JSON.stringify(bytes.toString("latin1"));

function propertiesOf<T>(
  cases: Readonly<Record<string, fc.Arbitrary<T>>>,
  check: (world: never, sent: T) => Promise<void>,
  show: (sent: T) => string,
): Property[] {
  return Object.entries(cases).map(([name, some]) => ({ name, cases: some, check, show }) as unknown as Property);
}

const client = propertiesOf(CLIENT_CASES, checkClient, (sent) => written(bytesOf(sent)));
const origin = propertiesOf(
  ORIGIN_CASES,
  checkOrigin,
  ({ request, answer }: OriginCase) => `${request} → ${written(answerBytes(answer, "{self}", "{stranger}"))}`,
);
const handshakes = propertiesOf(HANDSHAKE_CASES, checkHandshake, handshakeBytes);

const MESSAGEWEAVE = { LB_REQUEST_TIMEOUT_MS: String(TIMEOUT_MS), LB_HEALTH_TTL_MS: "1000000000" };
const namesItself = ({ fields }: Arrival): boolean => fields.get("user-agent") === "Cloudflare-Worker-HealthCheck";
const PRIMARY_REPLICA = { REQUEST_TIMEOUT_MS: String(TIMEOUT_MS), HEALTH_CHECK_INTERVAL_MS: "1000000000" };

/** By the name of the Worker. */
export const SUITES: Readonly<Record<string, Suite>> = {
  "messageweave with one origin": {
    setup: { deployment: "messageweave", origins: 1, env: MESSAGEWEAVE, isProbe: () => false },
    properties: [...client, ...origin, ...handshakes],
  },
  "messageweave with two origins": {
    setup: {
      deployment: "messageweave",
      origins: 2,
      env: { ...MESSAGEWEAVE, LB_HEDGE_MS: "200" },
      isProbe: () => false,
    },
    properties: origin,
  },
  "primary-replica with one server": {
    setup: { deployment: "primary-replica", origins: 1, env: PRIMARY_REPLICA, isProbe: namesItself },
    properties: [...client, ...origin, ...handshakes],
  },
};
