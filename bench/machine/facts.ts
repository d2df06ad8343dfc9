/** On what it was measured, and with which versions. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, release, totalmem, type } from "node:os";
import { mib } from "../format.ts";
import type { Table } from "../scenario.ts";

/** Name → what it is, in the order to be shown. */
export type Facts = Readonly<Record<string, string>>;

/** How each tool says its version, and where in that it stands. */
const TOOLS = [
  ["nginx", ["-v"], /nginx\/([\d.]+)/],
  ["haproxy", ["-v"], /version ([\w.~+-]+)/],
  ["caddy", ["version"], /v?(\d[\w.+-]*)/],
  ["wrk", ["--version"], /wrk (\S+)/],
] as const;

/** `pinning`: one line on which process ran on which core. */
export function facts(pinning: string): Facts {
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: `${cores[0]?.model.trim() ?? "unknown"}, ${cores.length} cores`,
    memory: `${mib(totalmem())} MiB`,
    system: `${distribution()}, ${type()} ${release()}`,
    cores: pinning,
    node: process.version,
    workerd: versionOfPackage("workerd"),
    wrangler: versionOfPackage("wrangler"),
    ...Object.fromEntries(TOOLS.map(([name, args, form]) => [name, versionOfTool(name, args, form)])),
  };
}

export function factsTable(known: Facts): Table {
  return { title: "Machine and versions", head: ["what", "is"], rows: Object.entries(known) };
}

function distribution(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "unknown distribution";
  } catch {
    return "unknown distribution";
  }
}

function versionOfPackage(name: string): string {
  return (createRequire(import.meta.url)(`${name}/package.json`) as { readonly version: string }).version;
}

function versionOfTool(name: string, args: readonly string[], form: RegExp): string {
  const { error, stdout, stderr } = spawnSync(name, args, { encoding: "utf8" });
  return error ? "not installed" : (form.exec(`${stdout}${stderr}`)?.[1] ?? "unknown version");
}
