/** A `wrangler.toml` for one environment: what wrangler itself takes of it. */
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { workerFileOf } from "../../../cli/configuration/file.ts";

test.for([
  ['route = "a.dev/*"', "", ["a.dev/*"]],
  ['routes = ["a.dev/*", "b.dev/*"]', "", ["a.dev/*", "b.dev/*"]],
  ['routes = ["a.dev/*"]', 'routes = ["b.dev/*"]', ["b.dev/*"]],
  ['routes = ["a.dev/*"]', "routes = []", []],
  ['route = "a.dev/*"', 'routes = ["b.dev/*"]', ["b.dev/*"]],
  ['routes = ["a.dev/*"]', 'route = "b.dev/*"', ["a.dev/*"]],
  ['route = "a.dev/*"', 'route = "b.dev/*"', ["b.dev/*"]],
  ['route = { pattern = "a.dev", custom_domain = true }', "", ["a.dev"]],
] as const)("routes come before route, each inherited: %s, in the environment %s", ([top, own, routes]) => {
  expect(workerFileOf(parse(`${top}\n[env.p]\n${own}`), "p")?.routes).toEqual(routes);
});
