/** What a gateway says of its origins (SPEC 1.7): read from the body of its answer, and taken for nothing else. */
import { parseOriginUrl } from "../../src/engine/origins.ts";
import type { ExitCode } from "../exit.ts";

export interface BackendReport {
  /** Only where the gateway has names. */
  readonly name: string | undefined;
  readonly origin: string;
  /** `null`: not known yet, which counts as up. */
  readonly up: boolean | null;
  /** Of the last probe or attempt; `null`: there was no answer, or none yet. */
  readonly status: number | null;
}

export interface Report {
  readonly status: "ok" | "down" | "no-backends";
  readonly version: string;
  readonly available: number;
  readonly backends: readonly BackendReport[];
}

/** Each origin is a request of the Worker's own, of which one invocation has no more (Cloudflare, paid plan). */
const MOST = 1000;

/** The report in a parsed body, or `undefined`: then no gateway has written it. Its counts must agree with its list. */
export function reportOf(body: unknown): Report | undefined {
  if (!isRecord(body)) return undefined;
  const { status, version, available, total, backends: list } = body;
  if (typeof version !== "string" || !Array.isArray(list) || total !== list.length || list.length > MOST) return undefined;
  const backends = list.map(backendOf).filter((backend) => backend !== undefined);
  if (backends.length !== total || available !== backends.filter(({ up }) => up !== false).length) return undefined;
  const meant = total === 0 ? "no-backends" : available === 0 ? "down" : "ok";
  return status === meant ? { status: meant, version, available, backends } : undefined;
}

function backendOf(entry: unknown): BackendReport | undefined {
  if (!isRecord(entry)) return undefined;
  const { name, origin, up, status } = entry;
  if (typeof origin !== "string" || parseOriginUrl(origin) !== origin) return undefined;
  if (name !== undefined && typeof name !== "string") return undefined;
  if (up !== null && typeof up !== "boolean") return undefined;
  if (status !== null && !(typeof status === "number" && Number.isInteger(status))) return undefined;
  return { name, origin, up, status };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** 0 all up, 1 some down, 2 nothing is up. */
export function exitCodeOf({ available, backends }: Report): ExitCode {
  if (available === 0) return 2;
  return available < backends.length ? 1 : 0;
}
