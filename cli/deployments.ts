/** The three deployments as the command line knows them: how one is recognised, and what it reads. */
import type { Origin } from "../src/engine/model.ts";
import type { Settings } from "../src/engine/settings.ts";
import type { Env } from "../src/engine/worker.ts";
import * as messageweave from "../src/messageweave/settings.ts";
import { readV1Settings } from "../src/messageweave/v1.ts";
import { readServer } from "../src/primary-replica/servers.ts";
import * as primaryReplica from "../src/primary-replica/settings.ts";

export type DeploymentName = "messageweave" | "messageweave-v1" | "primary-replica";

export interface Deployment {
  readonly name: DeploymentName;
  /** What `main` ends in, in the checkout and in the package. */
  readonly entries: readonly string[];
  /** All that it reads of the environment. */
  readonly variables: readonly string[];
  readonly readSettings: (env: Env) => Settings;
  readonly list: OriginsVariable;
  /** The variables that are numbers, with their defaults; `undefined`: off while unset. */
  readonly numbers: Readonly<Record<string, number | undefined>>;
  /** The variables that are one of some words, the default first. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Whether it stands before MessageWeave, whose senders, jobs and routes are known. */
  readonly isMessageWeave: boolean;
}

/** The variable that lists the origins. */
export interface OriginsVariable {
  readonly variable: string;
  readonly noun: "origin" | "server";
  /** The engine's own reader of one entry. */
  readonly readEntry: (entry: unknown) => Origin | undefined;
}

const gateway = {
  variables: messageweave.VARIABLES,
  list: { variable: "BACKEND_ORIGINS_JSON", noun: "origin", readEntry: messageweave.readOrigin },
  numbers: { ...messageweave.DEFAULTS, LB_HEDGE_MS: undefined },
  words: { LB_HEALTH_ROUTING: ["off", "on"] },
  isMessageWeave: true,
} as const;

export const DEPLOYMENTS: readonly [Deployment, ...Deployment[]] = [
  { ...gateway, name: "messageweave", entries: ["src/index.ts", "dist/workers/messageweave.js"], readSettings: messageweave.readSettings },
  {
    ...gateway,
    name: "messageweave-v1",
    entries: ["deployments/messageweave-v1/index.ts", "dist/workers/messageweave-v1.js"],
    readSettings: readV1Settings,
  },
  {
    name: "primary-replica",
    entries: ["deployments/primary-replica/index.ts", "dist/workers/primary-replica.js"],
    variables: primaryReplica.VARIABLES,
    readSettings: primaryReplica.readSettings,
    list: { variable: "SERVERS_JSON", noun: "server", readEntry: readServer },
    numbers: primaryReplica.DEFAULTS,
    words: { RETRY_UNSAFE: ["undelivered", "always", "never"] },
    isMessageWeave: false,
  },
];

export const deploymentNamed = (name: string): Deployment | undefined => DEPLOYMENTS.find((deployment) => deployment.name === name);

/** What a configuration tells about which deployment it is of. */
export interface Traces {
  /** The path of the entry, with `/`, absolute. */
  readonly entry: string | undefined;
  /** The names of its variables. */
  readonly variables: readonly string[];
}

/**
 * The deployment of a configuration: by its entry; where that is none of ours, by the variable that lists its origins.
 * `undefined` where neither tells.
 */
export function deploymentOf({ entry, variables }: Traces): Deployment | undefined {
  const byEntry = DEPLOYMENTS.find(({ entries }) => entries.some((end) => entry === end || entry?.endsWith(`/${end}`)));
  return byEntry ?? DEPLOYMENTS.find(({ list }) => variables.includes(list.variable));
}
