/** The first release's gateway: fewer routes, and its aggregate at `/healthz`. */
import type { Settings } from "../engine/settings.ts";
import type { Env } from "../engine/worker.ts";
import { ROUTES } from "./routes.ts";
import { settingsOf } from "./settings.ts";

/** It had no page, no `/worker` and no registration of the webhook, and `/healthz` was its own. */
const ADDED_LATER = new Set(["/", "/assets/config.js", "/assets/styles.css", "/api/telegram/register-webhook", "/worker", "/healthz"]);

/** Settings of the first release's gateway. */
export function readV1Settings(env: Env): Settings {
  return settingsOf(env, { routes: ROUTES.filter(([path]) => !ADDED_LATER.has(path)), healthEndpoint: "/healthz" });
}
