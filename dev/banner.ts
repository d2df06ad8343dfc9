// What is said once everything runs: where it is, what it stands before, and what to try.
import pc from "picocolors";
import type { RunningWorker } from "./workerd.ts";

/** The gateway's own values that are worth knowing while watching it. */
export interface Standing {
  readonly origins: readonly string[];
  readonly nameOf: (origin: string) => string;
  readonly timeoutMs: string;
  readonly attempts: string;
  readonly demonstration: boolean;
}

/** The text. Every line to try can be copied as it is. */
export function banner({ securePort, plainPort }: Pick<RunningWorker, "securePort" | "plainPort">, standing: Standing): string {
  const at = `https://localhost:${securePort}`;
  const examples: (readonly [string, string])[] = [
    [`curl -k -i ${at}/api/status`, "x-lb-backend says who answered"],
    [`curl -k ${at}/healthz-worker`, "the gateway's own view of its backends"],
    [`curl -k -i ${at}/debug/vars`, "404: not on the safelist"],
    [`curl -k -i -X DELETE ${at}/api/config`, "405: a method that is not listed"],
    [`curl -i http://localhost:${plainPort}/api/status`, "308: the same address, with https"],
  ];
  // Only here: a real backend would take these for real.
  if (standing.demonstration) {
    examples.splice(
      1,
      0,
      [`curl -k -d '{"id":"1"}' ${at}/webhook/tg`, "a delivery"],
      [`curl -k -X POST ${at}/worker`, "drains up to 10 deliveries"],
      [`curl -k -X POST ${at}/reconcile`, "5 s under a lock of all three; a second one meanwhile: 409"],
    );
  }
  const width = Math.max(...examples.map(([line]) => line.length));
  const before = standing.origins.map((origin) => {
    const name = standing.nameOf(origin);
    return origin.endsWith(`/${name}`) ? origin : `${pc.bold(name)} ${origin}`;
  });
  return [
    "",
    `${pc.bold("messageweave-lb")} on ${pc.bold(pc.cyan(at))}  (and http://localhost:${plainPort}, which only redirects)`,
    `in front of  ${before.join("   ")}`,
    pc.dim(
      `certificate  made for this run: curl wants -k, a browser a click · ${standing.attempts} attempts per request, each waits ${standing.timeoutMs} ms`,
    ),
    "",
    "try",
    ...examples.map(([line, why]) => `  ${line.padEnd(width)}  ${pc.dim(`# ${why}`)}`),
    `  or open ${at}/ in a browser`,
  ].join("\n");
}
