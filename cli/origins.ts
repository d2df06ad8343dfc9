/** What the commands ask of settings about their origins. */
import type { Origin } from "../src/engine/model.ts";
import type { Settings } from "../src/engine/settings.ts";

/** With which it is shown how a list of origins is written, or what is done with one. */
export const EXAMPLE_ORIGINS: readonly string[] = ["https://a.example.com", "https://b.example.com"];

/** Those that the engine reads; none where the list is missing or malformed. */
export const originsOf = ({ origins }: Pick<Settings, "origins">): readonly Origin[] =>
  origins.kind === "configured" ? origins.origins : [];

/** How many origins a request that may try several is tried at, at most: 1 where there is none. */
export const attemptsBound = (settings: Pick<Settings, "maxAttempts" | "origins">): number =>
  Math.max(1, Math.min(settings.maxAttempts, originsOf(settings).length));
