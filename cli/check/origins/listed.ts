/** The entries of a list, and of those that the engine accepts the origin with its place. */
import type { Origin } from "../../../src/engine/model.ts";
import { lookedAt, type Variable } from "../../configuration/variables.ts";
import type { Checked } from "../rule.ts";
import { type HostKind, hostKind, withoutRootDot } from "./host.ts";

/** One entry of a list that the engine accepts. */
export interface Listed {
  readonly origin: Origin;
  /** File, line, variable and index. */
  readonly where: string;
  readonly index: number;
  /** As `URL` has it, less a closing dot. */
  readonly hostname: string;
  readonly kind: HostKind;
  /** 443 where none is written. */
  readonly port: number;
}

export type Entries =
  | { readonly kind: "entries"; readonly entries: readonly unknown[] }
  | { readonly kind: "not-json"; readonly text: string }
  | { readonly kind: "not-array"; readonly value: unknown };

/** What a value has for a list: text of JSON, or an array that TOML has read already. */
export function entriesOf(value: unknown): Entries {
  const parsed = typeof value === "string" ? parseJson(value) : { value };
  if (parsed === undefined) return { kind: "not-json", text: String(value) };
  // A hole in an array is an entry too: as in JSON, one that is null.
  return Array.isArray(parsed.value) ? { kind: "entries", entries: Array.from(parsed.value) } : { kind: "not-array", value: parsed.value };
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The good entries of each list that is looked at: also of one that is malformed elsewhere, so that all is told at once. */
export function listsOf({ variables, deployment: { list } }: Pick<Checked, "variables" | "deployment">): readonly (readonly Listed[])[] {
  const lists = lookedAt(variables).filter(({ name }) => name === list.variable);
  return lists.map((variable) => listedIn(variable, list.readEntry));
}

function listedIn({ value, where }: Variable, readEntry: (entry: unknown) => Origin | undefined): readonly Listed[] {
  const read = entriesOf(value);
  if (read.kind !== "entries") return [];
  return read.entries.flatMap((entry, index) => {
    const origin = readEntry(entry);
    if (origin === undefined) return [];
    const { hostname, port } = new URL(origin.url);
    const shared = { origin, where: `${where}[${index}]`, index, hostname: withoutRootDot(hostname), kind: hostKind(hostname) };
    return [{ ...shared, port: port === "" ? 443 : Number(port) }];
  });
}

/** The same, each origin of a list once, for rules that look at one at a time. */
export function listedOf(checked: Pick<Checked, "variables" | "deployment">): readonly Listed[] {
  return listsOf(checked).flatMap((list) => list.filter(({ origin }, i) => list.findIndex((one) => one.origin.url === origin.url) === i));
}
