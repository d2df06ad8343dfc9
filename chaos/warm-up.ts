/** Requests of every size before any storm: what the runtime takes once and keeps is there before its memory is first measured. */
import { setMaxListeners } from "node:events";
import { Agent } from "node:https";
import type { Certificates } from "../dev/certificates.ts";
import { sendRequest } from "./client/request.ts";
import type { Ask } from "./plan/asks.ts";
import type { Usage } from "./record.ts";
import type { Stage } from "./stage.ts";

const ROUNDS = 5;
const AT_ONCE = 16;

/** Memory after it, and open files before it. */
export async function warmUp(stage: Stage, certificates: Certificates, canary: string, now: () => number): Promise<Usage | undefined> {
  const before = await stage.usage();
  const agent = new Agent({ keepAlive: true });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const door = { port: stage.worker.securePort, certificates, canary, now, signal };
  const { routes, maxReplayBytes } = stage.variant.rules;
  for (let round = 0; round < ROUNDS; round++) {
    const kind = round % 2 === 0 ? "GET" : "large";
    const bodyBytes = kind === "GET" ? undefined : maxReplayBytes * 16;
    const ask: Ask = {
      ...routes[kind][0],
      at: 0,
      number: 0,
      kind,
      bodyBytes,
      chunked: false,
      pieces: 1,
      keptConnection: true,
      leaving: undefined,
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => sendRequest(ask, `warm${round}-${i}`, door, agent)));
  }
  agent.destroy();
  for (const origin of stage.origins) origin.take();
  stage.takeLines();
  const after = await stage.usage();
  return before && after && { rssBytes: after.rssBytes, files: before.files };
}
