/** The command line of the bench. */
import { parseArgs } from "node:util";
import { UsageError } from "../dev/options.ts";
import type { Effort } from "./scenario.ts";

export interface Arguments {
  readonly help: boolean;
  readonly effort: Effort;
  /** Names of scenarios. */
  readonly only: readonly string[];
  /** Names of candidates; the bare Worker is always among them, for it is what the others are compared with. */
  readonly candidates: readonly string[];
  /** Where the files go. */
  readonly out: string;
  readonly writeReadme: boolean;
}

/** What can be chosen among. */
export interface Choices {
  readonly scenarios: readonly string[];
  readonly candidates: readonly string[];
  /** The candidate that cannot be left out. */
  readonly base: string;
}

const FULL = { rounds: 24, seconds: 1 } as const;
const QUICK = { rounds: 3, seconds: 0.3 } as const;

/** Reads the words after the script's name. Throws a UsageError of one line. */
export function readArguments(words: readonly string[], { scenarios, candidates, base }: Choices): Arguments {
  const values = parsed(words);
  const quick = values.quick ?? false;
  const usual = quick ? QUICK : FULL;
  const partial = (["quick", "only", "candidates"] as const).find((name) => values[name] !== undefined);
  if (values["write-readme"] && partial !== undefined) {
    throw new UsageError(`--write-readme goes without --${partial}: the tables of the README are those of one full run`);
  }
  const chosen = listOf("--candidates", values.candidates, candidates);
  return {
    help: values.help ?? false,
    effort: {
      quick,
      rounds: numberOf("--rounds", values.rounds, usual.rounds, /^[1-9]\d{0,3}$/, "a whole number from 1 to 9999"),
      seconds: numberOf("--seconds", values.seconds, usual.seconds, /^(?:[1-9]\d{0,2}(?:\.\d+)?|0\.[1-9]\d*)$/, "seconds from 0.1 to 999"),
    },
    only: listOf("--only", values.only, scenarios),
    candidates: candidates.filter((name) => name === base || chosen.includes(name)),
    out: values.out ?? "bench/results",
    writeReadme: values["write-readme"] ?? false,
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        help: { type: "boolean", short: "h" },
        quick: { type: "boolean" },
        only: { type: "string" },
        candidates: { type: "string" },
        rounds: { type: "string" },
        seconds: { type: "string" },
        out: { type: "string" },
        "write-readme": { type: "boolean" },
      },
    }).values;
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(/[.\n] ?/);
    throw new UsageError(`${sentence}: npm run bench -- --help lists what there is`);
  }
}

function numberOf(option: string, text: string | undefined, usual: number, form: RegExp, must: string): number {
  if (text === undefined) return usual;
  if (!form.test(text)) throw new UsageError(`${option} ${JSON.stringify(text)}: it must be ${must}`);
  return Number(text);
}

/** A list by commas, or all. Some names hold a comma themselves, so the longest name that fits is taken each time. */
function listOf(option: string, text: string | undefined, known: readonly string[]): readonly string[] {
  if (text === undefined) return known;
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const found: string[] = [];
  for (let rest = text.trim(); rest !== ""; ) {
    const name = longestFirst.find((one) => rest === one || /^\s*,/.test(rest.startsWith(one) ? rest.slice(one.length) : ""));
    if (name === undefined) throw new UsageError(`${option} ${JSON.stringify(rest)}: choose of ${known.join(" | ")}`);
    found.push(name);
    rest = rest.slice(name.length).replace(/^\s*,\s*/, "");
  }
  if (found.length === 0) throw new UsageError(`${option} names nothing: choose of ${known.join(" | ")}`);
  return found;
}
