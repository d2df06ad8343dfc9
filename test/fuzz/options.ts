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

const USAGE = 'npm run fuzz -- [--minutes 5] [--seed 1] [--only "origin: redirects"] [--path "3:1:0"]';

export const HELP = `${USAGE}

Hostile bytes from clients and origins against the built Workers, property after property, until the time is over or a promise is broken.

  --minutes N   how long, 5 if unset; parts of a minute will do
  --seed N      what the bytes are made from; one by chance if unset, and printed
  --only NAME   Workers and properties whose name has this in it, of
                  ${nameList().join("\n                  ")}
  --path P      one case alone, with --seed and --only, as a broken promise has told
  --help        this

Exit code: 0 every promise was kept, 1 one was broken, 2 the arguments are wrong.`;

/** Reads the arguments; `"help"` where that is what was asked for. Throws a UsageError that says what to do. */
export function readFuzzOptions(args: readonly string[]): FuzzOptions | "help" {
  const { minutes, seed, only, path, help } = values(args);
  if (help === true) return "help";
  if (path !== undefined && (only === undefined || seed === undefined || !/^\d+(:\d+)*$/.test(path)))
    throw new UsageError(`--path takes numbers as in 3:1:0, together with the --seed and --only of the same finding\n${USAGE}`);
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
    return parseArgs({ args: [...args], options: { minutes: text, seed: text, only: text, path: text, help: { type: "boolean" } } }).values;
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
  const names = nameList();
  if (names.some((name) => name.includes(only))) return only;
  throw new UsageError(`--only ${only} names nothing; there are:\n  ${names.join("\n  ")}`);
}

function nameList(): readonly string[] {
  return Object.entries(SUITES).flatMap(([suite, { properties }]) => [suite, ...properties.map(({ name }) => `${suite}, ${name}`)]);
}
