/** The command line of `npm run fuzz`. */
import { parseArgs } from "node:util";
import { UsageError } from "../../dev/options.ts";
import { SUITES } from "./properties/all.ts";

export interface FuzzOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Runs the Workers and properties whose name has this in it. */
  readonly only: string;
  /** Runs one case alone, as a violation has told. */
  readonly path: string | undefined;
}

export const USAGE = 'npm run fuzz -- [--minutes 5] [--seed 1] [--only "origin: redirects"] [--path "3:1:0"]';

/** Reads the arguments. Throws a UsageError that says what to do. */
export function readFuzzOptions(args: readonly string[]): FuzzOptions {
  const { minutes, seed, only, path } = values(args);
  return {
    minutes: numberOf("minutes", minutes ?? "5", (value) => value > 0),
    seed: numberOf("seed", seed ?? String(Math.floor(Math.random() * 2 ** 31)), Number.isSafeInteger),
    only: known(only ?? ""),
    path,
  };
}

function values(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args: [...args], options: { minutes: text, seed: text, only: text, path: text } }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function numberOf(name: string, text: string, isGood: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || !isGood(value))
    throw new UsageError(`--${name} is no usable number: ${text}\n${USAGE}`);
  return value;
}

function known(only: string): string {
  const names = Object.entries(SUITES).flatMap(([suite, { properties }]) => [suite, ...properties.map(({ name }) => `${suite}, ${name}`)]);
  if (names.some((name) => name.includes(only))) return only;
  throw new UsageError(`--only ${only} names nothing; there are:\n  ${names.join("\n  ")}`);
}
