/** From the command line's options to the configuration of one Worker, or why there is none. */
import { basename, dirname, resolve } from "node:path";
import { parse, TomlError, type TomlTable } from "smol-toml";
import { DEPLOYMENTS, type Deployment, deploymentNamed, deploymentOf } from "../deployments.ts";
import type { Finding } from "../findings.ts";
import { readDevVars } from "./dev-vars.ts";
import { environmentsOf, type WorkerFile, workerFileOf } from "./file.ts";
import { shownName } from "./names.ts";
import { notToml } from "./not-toml.ts";
import { lineOf } from "./place.ts";
import { readText } from "./read-text.ts";
import { environmentFrom, type Variable } from "./variables.ts";

/** What the options of a command say; the same for all commands that read a configuration. */
export interface ConfigurationOptions {
  /** A path; absent: `wrangler.toml`. */
  readonly config?: string | undefined;
  /** `--env`. */
  readonly environment?: string | undefined;
  /** `--var KEY=VALUE`, in order. */
  readonly variables?: readonly (readonly [name: string, value: string])[] | undefined;
  /** `--deployment`. */
  readonly deployment?: string | undefined;
  /** Whether `.dev.vars` is read. */
  readonly devVars?: boolean | undefined;
}

/** One Worker's configuration, as far as it concerns a gateway. */
export interface Configuration {
  /** The file as it was named. */
  readonly label: string;
  /** Its absolute path. */
  readonly path: string;
  /** Its text. */
  readonly toml: string;
  readonly environment: string | undefined;
  readonly deployment: Deployment;
  readonly worker: WorkerFile;
  /** The whole file, parsed. */
  readonly file: TomlTable;
  readonly variables: readonly Variable[];
  /** The Worker's environment: what the engine reads. */
  readonly env: Readonly<Record<string, unknown>>;
}

export type Loaded =
  | { readonly kind: "configuration"; readonly configuration: Configuration }
  /** The file is there, and is no TOML. */
  | { readonly kind: "not-toml"; readonly finding: Finding }
  /** Nothing could be read; one line, with the way out. */
  | { readonly kind: "problem"; readonly problem: string };

const problem = (text: string): Loaded => ({ kind: "problem", problem: text });

/** Reads the file, the environment chosen, `.dev.vars` beside it and what the options add. Paths begin at `cwd`. */
export async function loadConfiguration(options: ConfigurationOptions, cwd: string): Promise<Loaded> {
  const label = options.config ?? "wrangler.toml";
  if (/\.jsonc?$/.test(label)) return problem(`${label}: only TOML is read; write the same settings as wrangler.toml`);
  const path = resolve(cwd, label);
  const read = await readText(path);
  if (read.kind === "problem") {
    const wayOut =
      options.config === undefined ? "run this where yours is, or name it with --config FILE" : "name another with --config FILE";
    return problem(`${label}: ${read.problem}; ${wayOut}`);
  }
  const parsed = parseToml(read.text, label);
  if (parsed.kind !== "table") return parsed;
  const worker = workerFileOf(parsed.table, options.environment);
  if (worker === undefined) {
    const known = environmentsOf(parsed.table);
    const there = known.length === 0 ? "none" : known.map(shownName).join(", ");
    return problem(
      `${label} has no environment "${shownName(options.environment ?? "")}": --env takes one of those that stand there as [env.NAME] (${there})`,
    );
  }
  const variables = await collectVariables(label, path, read.text, worker, options);
  if (typeof variables === "string") return problem(variables);
  const deployment = chooseDeployment(options.deployment, path, worker, variables);
  if (typeof deployment === "string") return problem(`${label}: ${deployment}`);
  return {
    kind: "configuration",
    configuration: {
      label,
      path,
      toml: read.text,
      environment: options.environment,
      deployment,
      worker,
      file: parsed.table,
      variables,
      env: environmentFrom(variables),
    },
  };
}

function parseToml(text: string, label: string): { readonly kind: "table"; readonly table: TomlTable } | Loaded {
  try {
    return { kind: "table", table: parse(text) };
  } catch (error) {
    if (error instanceof TomlError) return { kind: "not-toml", finding: notToml(error, text, label) };
    throw error;
  }
}

/** Of all givers, in the order of their rank; or in one line why those of one cannot be had. */
async function collectVariables(
  label: string,
  path: string,
  toml: string,
  { vars, varsTable }: WorkerFile,
  options: ConfigurationOptions,
): Promise<readonly Variable[] | string> {
  const place = (name: string): string => {
    const line = lineOf(toml, varsTable, name);
    return `${label}${line === undefined ? "" : `:${line}`} ${shownName(name)}`;
  };
  const given = Object.entries(vars).map(([name, value]): Variable => ({ name, value, giver: "vars", where: place(name) }));
  const local = options.devVars === false ? [] : await readDevVars(dirname(path), options.environment);
  if (typeof local === "string") return local;
  const added = (options.variables ?? []).map(
    ([name, value]): Variable => ({ name, value, giver: "option", where: `--var ${shownName(name)}` }),
  );
  return [...given, ...local, ...added];
}

function chooseDeployment(
  named: string | undefined,
  path: string,
  { main }: WorkerFile,
  variables: readonly Variable[],
): Deployment | string {
  const names = DEPLOYMENTS.map(({ name }) => name).join(", ");
  if (named !== undefined) return deploymentNamed(named) ?? `no deployment is called "${named}": --deployment takes ${names}`;
  const entry = main === undefined ? undefined : resolve(dirname(path), main).replaceAll("\\", "/");
  const found = deploymentOf({ entry, variables: variables.map(({ name }) => name) });
  if (found !== undefined) return found;
  const lists = [...new Set(DEPLOYMENTS.map(({ list }) => list.variable))].join(" nor ");
  return `it cannot be told which deployment this is, for main is none of theirs and there is neither ${lists}: say it with --deployment (${names})`;
}

/** The name of a file, for findings about it. */
export const fileNameOf = ({ path }: Pick<Configuration, "path">): string => basename(path);
