/** What several rules ask of a configuration. */
import type { Origin } from "../../src/engine/model.ts";
import { optionalPositiveInteger } from "../../src/engine/numbers.ts";
import { attemptsBound, originsOf as originsOfSettings } from "../origins.ts";
import type { Checked } from "./rule.ts";

/** The origins that the engine reads; none where the list is missing or malformed. */
export const originsOf = ({ settings }: Checked): readonly Origin[] => originsOfSettings(settings);

/** How many origins one request is tried at, at most. */
export const attemptsOf = ({ settings }: Checked): number => attemptsBound(settings);

/** Where a variable is set, or would be. */
export const whereOf = ({ effective, label }: Checked, name: string): string => effective.get(name)?.where ?? `${label} ${name}`;

export const isSet = ({ effective }: Checked, name: string): boolean => effective.has(name);

/** The number that holds, the default's if need be; `undefined`: off, or no variable of this deployment. */
export const numberOf = ({ env, deployment }: Checked, name: string): number | undefined =>
  Object.hasOwn(deployment.numbers, name) ? (optionalPositiveInteger(env[name]) ?? deployment.numbers[name]) : undefined;

/** The variable that bounds the attempts of a request. */
export const attemptsVariable = ({ deployment }: Checked): string => (deployment.isMessageWeave ? "LB_MAX_ATTEMPTS" : "MAX_ATTEMPTS");

/** The variable that bounds the wait of one attempt. */
export const timeoutVariable = ({ deployment }: Checked): string =>
  deployment.isMessageWeave ? "LB_REQUEST_TIMEOUT_MS" : "REQUEST_TIMEOUT_MS";

/** Whether the deployment forwards `POST /worker`: the first release does not. */
export const hasWorkerRoute = ({ deployment, settings }: Checked): boolean =>
  deployment.isMessageWeave && settings.matchRoute("POST", "/worker").kind === "route";

/** Whether suspects are known and tried last. */
export const routesByHealth = ({ settings }: Checked): boolean => settings.health.scheduler !== undefined;
