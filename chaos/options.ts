/** The command line → what to run, or one line that says what is wrong with it. */
import { parseArgs } from "node:util";
import { UsageError } from "../dev/options.ts";

export interface Options {
  readonly seed: number;
  readonly seconds: number;
  readonly deployment: "messageweave" | "primary-replica" | "both";
}

const DEPLOYMENTS = ["messageweave", "primary-replica", "both"] as const;
const LARGEST_SEED = 2_147_483_647;
/** Less is no storm, more than a day is a typo. */
const [LEAST_SECONDS, MOST_SECONDS] = [10, 86_400];

/** `"help"` where that is what was asked for. `anySeed` is taken where none is given. Throws a UsageError. */
export function readOptions(args: readonly string[], anySeed: number): Options | "help" {
  const { values } = parsed(args);
  if (values.help === true) return "help";
  if (values.minutes !== undefined && values.seconds !== undefined) throw new UsageError("--minutes or --seconds: give one of them");
  const seconds = values.seconds === undefined ? 60 * number("--minutes", values.minutes ?? "2") : number("--seconds", values.seconds);
  if (seconds < LEAST_SECONDS || seconds > MOST_SECONDS) {
    throw new UsageError(`a run takes ${LEAST_SECONDS} seconds at least and a day at most: give --minutes or --seconds accordingly`);
  }
  const seed = values.seed === undefined ? anySeed : number("--seed", values.seed);
  if (!Number.isInteger(seed) || seed > LARGEST_SEED) throw new UsageError(`--seed must be a whole number from 0 to ${LARGEST_SEED}`);
  const deployment = DEPLOYMENTS.find((one) => one === (values.deployment ?? "both"));
  if (deployment === undefined) throw new UsageError(`--deployment must be one of ${DEPLOYMENTS.join(", ")}`);
  return { seed, seconds, deployment };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { seed: text, minutes: text, seconds: text, deployment: text, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error} (see npm run chaos -- --help)`);
  }
}

function number(name: string, text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`${name} must be a number, as in ${name} 2`);
  return Number(text);
}

/** The command that does the same again. */
export const commandOf = ({ seed, seconds, deployment }: Options): string =>
  `npm run chaos -- --seed ${seed} --seconds ${seconds} --deployment ${deployment}`;

export const HELP = `npm run chaos [-- OPTIONS]: the built gateways in the real runtime, while their servers fail in every way and clients come and go.
Every promise of the gateway is checked on every request. Exit code 1, with the seed and the request, where one was not kept.

  --seed N            the whole plan of faults and clients comes from it; a new one each time, if none is given
  --minutes N         how long (2); the last seconds of it are quiet, for memory and sockets to return
  --seconds N         the same in seconds, ${LEAST_SECONDS} at least
  --deployment NAME   ${DEPLOYMENTS.join(", ")} (both)
  --help              this

The plan of a run is the same for the same seed, time and deployment; what the machine makes of it in time is not.`;
