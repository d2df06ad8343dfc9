/** What a rule of `check` is given, and what it gives. */
import type { Settings } from "../../src/engine/settings.ts";
import type { Configuration } from "../configuration/load.ts";
import type { Variable } from "../configuration/variables.ts";
import type { Finding } from "../findings.ts";

/** A configuration with what the engine makes of it. */
export interface Checked extends Configuration {
  readonly settings: Settings;
  /** What the Worker would see, by name. */
  readonly effective: ReadonlyMap<string, Variable>;
  /** The origins that were seen to be behind Cloudflare's own proxy; `undefined` where not every one has answered. */
  readonly proxied: readonly string[] | undefined;
}

/** Looks at one thing. Pure: what needs a network or a build is no rule. */
export type Rule = (checked: Checked) => readonly Finding[];
