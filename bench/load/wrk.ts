/** Load in a closed loop: every connection asks again as soon as it is answered. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endWithProcess } from "../../dev/leftovers.ts";
import { parseWrk, type WrkResult } from "./wrk-output.ts";

const CONNECTIONS = 16;
const POST_SCRIPT = fileURLToPath(new URL("post.lua", import.meta.url));

/** Why there is no load from wrk on this machine; `undefined`: there is. */
export function wrkMissing(): string | undefined {
  return spawnSync("wrk", ["--version"]).error === undefined ? undefined : "wrk is not installed (Debian: apt-get install wrk)";
}

export interface Load {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly seconds: number;
}

/** Asks for that long, over 16 connections. A POST carries 1 KiB. */
export async function load({ url, method, seconds }: Load): Promise<WrkResult> {
  const script = method === "POST" ? ["-s", POST_SCRIPT] : [];
  const args = ["-t1", `-c${CONNECTIONS}`, "-d600s", "--timeout", "10s", "-H", "X-Forwarded-Proto: https", ...script, url];
  const child = spawn("wrk", args, { stdio: ["ignore", "pipe", "pipe"] });
  endWithProcess(child, "SIGKILL");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      output += data.toString();
    });
  }
  const closed = once(child, "close");
  const ended = new AbortController();
  void closed.then(() => ended.abort());
  // Its own duration is whole seconds. On an interrupt it stops at once, and reports the time that it really took.
  await sleep(seconds * 1_000, undefined, { signal: ended.signal }).catch(() => undefined);
  child.kill("SIGINT");
  await closed;
  return parseWrk(output);
}
