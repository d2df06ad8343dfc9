/** A `wrangler.toml` as wrangler reads it for one environment: what is inherited, what is not, and what of it concerns a gateway. */
import type { TomlTable } from "smol-toml";

/** The settings of a Worker that a check has something to say about. */
export interface WorkerFile {
  readonly name: string | undefined;
  readonly main: string | undefined;
  readonly compatibilityDate: string | undefined;
  readonly compatibilityFlags: readonly string[];
  /** Host and path, as in `lb.example.com/*`; of a custom domain the host alone. */
  readonly routes: readonly string[];
  /** The zones that its routes name. */
  readonly zoneNames: readonly string[];
  /** The variables of `[vars]`: text, or what TOML has for arrays, tables and numbers. */
  readonly vars: Readonly<Record<string, unknown>>;
  /** The table that they stand in: `vars`, or `env.<name>.vars`, which inherits nothing from it. */
  readonly varsTable: readonly string[];
  /** The table of the environment, or that of the whole file. */
  readonly table: TomlTable;
}

/** The environments that the file knows. */
export function environmentsOf(file: TomlTable): readonly string[] {
  return Object.keys(tableIn(file, "env") ?? {});
}

/** Reads the settings of an environment; without a name, those at the top. `undefined` where there is no such environment. */
export function workerFileOf(file: TomlTable, environment: string | undefined): WorkerFile | undefined {
  const own = environment === undefined ? file : tableIn(tableIn(file, "env") ?? {}, environment);
  if (own === undefined) return undefined;
  const inherited = (key: string): unknown => own[key] ?? file[key];
  // As wrangler deploys them: the two do not add up, also where one of them is inherited.
  const routes = list(inherited("routes") ?? [inherited("route")]);
  const name = textIn(own, "name");
  const topName = textIn(file, "name");
  return {
    name: name ?? (environment === undefined || topName === undefined ? topName : `${topName}-${environment}`),
    main: text(inherited("main")),
    compatibilityDate: text(inherited("compatibility_date")),
    compatibilityFlags: list(inherited("compatibility_flags")).filter((flag) => typeof flag === "string"),
    routes: routes.flatMap((route) => (typeof route === "string" ? [route] : fieldOf(route, "pattern"))),
    zoneNames: routes.flatMap((route) => fieldOf(route, "zone_name")),
    vars: tableIn(own, "vars") ?? {},
    varsTable: environment === undefined ? ["vars"] : ["env", environment, "vars"],
    table: own,
  };
}

function fieldOf(route: unknown, key: string): readonly string[] {
  const value = isTable(route) ? textIn(route, key) : undefined;
  return value === undefined ? [] : [value];
}

export function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function tableIn(table: TomlTable, key: string): TomlTable | undefined {
  // The key of an environment is given by hand, and every object has a "constructor".
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return isTable(value) ? value : undefined;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const textIn = (table: TomlTable, key: string): string | undefined => text(table[key]);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
