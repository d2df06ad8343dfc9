/** Configurations of all deployments, generated: usable, empty and malformed lists of origins among them. */
import fc from "fast-check";
import type { Settled } from "../../cli/configuration/settled.ts";
import { DEPLOYMENTS } from "../../cli/deployments.ts";

const ORIGINS = ["https://a.example", "https://b.example:8443", "https://c.example"];

const list = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }).map((count) => JSON.stringify(ORIGINS.slice(0, count))) },
  { weight: 1, arbitrary: fc.constantFrom("", "[]") },
  { weight: 1, arbitrary: fc.constantFrom("nonsense", '["http://a.example"]') },
);

const variables = fc.record({
  list,
  attempts: fc.integer({ min: 1, max: 4 }).map(String),
  LB_REQUEST_TIMEOUT_MS: fc.constantFrom("1000", "300"),
  LB_HEALTH_ROUTING: fc.constantFrom("on", "off"),
  LB_HEDGE_MS: fc.constantFrom("", "200", "200", "2000"),
  RETRY_UNSAFE: fc.constantFrom("undelivered", "always", "never"),
  STATUS_PATH: fc.constantFrom("", "/_lb/status", "/"),
});

/** A deployment with the settings that its engine reads. */
export const configurations: fc.Arbitrary<Settled> = fc
  .tuple(fc.constantFrom(...DEPLOYMENTS), variables)
  .map(([deployment, { list: origins, attempts, ...others }]) => ({
    deployment,
    settings: deployment.readSettings({
      ...others,
      [deployment.list.variable]: origins,
      LB_MAX_ATTEMPTS: attempts,
      MAX_ATTEMPTS: attempts,
    }),
  }));

/** Those that forward something. */
export const usableConfigurations: fc.Arbitrary<Settled> = configurations.filter(({ settings }) => settings.origins.kind === "configured");
