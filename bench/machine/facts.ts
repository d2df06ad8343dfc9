/** On what it was measured, and with which versions. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, release, totalmem, type } from "node:os";
import { peerVersions } from "../candidates/peers.ts";
import { mib } from "../format.ts";
import type { Table } from "../scenario.ts";

/** Name → what it is, in the order to be shown. */
export type Facts = Readonly<Record<string, string>>;

/** `pinning`: one line on which process ran on which core. */
export async function facts(pinning: string): Promise<Facts> {
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
    ...(await peerVersions()),
    wrk: versionOfTool("wrk", ["--version"], /wrk (\S+)/),
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
