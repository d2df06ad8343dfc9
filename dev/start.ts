// `npm start`: the gateway in the real runtime, in front of three backends that fail on command, or of real origins.
import pc from "picocolors";
import { type Backend, startBackend } from "./backends.ts";
import { banner } from "./banner.ts";
import { makeCertificates } from "./certificates.ts";
import { startGateway } from "./gateway.ts";
import { legend, listenToKeys, stateLine } from "./keys.ts";
import { createCluster } from "./messageweave.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { assertFree } from "./ports.ts";
import { createRequestLines } from "./request-line.ts";
import { runMain } from "./run.ts";
import type { RunningWorker } from "./workerd.ts";

/** Short enough to watch a hanging backend being left; the gateway's own default is 10 s. */
const DEMONSTRATION_TIMEOUT_MS = "3000";

const print = (text: string): void => console.log(text);

async function main(): Promise<void> {
  if (process.argv.includes("--help") || process.argv.includes("-h")) return print(HELP);
  const options = await readOptions(process.env);
  for (const port of [options.securePort, options.plainPort]) await assertFree(port);

  print(pc.dim("building the Worker ..."));
  const certificates = await makeCertificates();
  const cluster = createCluster();
  const backends = options.origins ? [] : await Promise.all(["A", "B", "C"].map((name) => startBackend(name, certificates, cluster)));
  const origins = options.origins ?? backends.map(({ url }) => url);
  const nameOf = (origin: string) => backends.find(({ url }) => url === origin)?.name ?? origin.replace("https://", "");
  const bindings = bindingsOf(options, origins);
  const toLine = createRequestLines({ nameOf, width: Math.max(...["gateway", ...origins.map(nameOf)].map((name) => name.length)) });
  const onLine = (line: string): void => {
    const text = toLine(line);
    if (text !== undefined) print(text);
  };
  const { securePort, plainPort, trusted } = options;
  const worker = await startGateway({ certificates, bindings, securePort, plainPort, trusted, onLine });

  const timeoutMs = bindings["LB_REQUEST_TIMEOUT_MS"] ?? "10000";
  const attempts = bindings["LB_MAX_ATTEMPTS"] ?? "2";
  print(banner(worker, { origins, nameOf, timeoutMs, attempts, demonstration: backends.length > 0 }));
  await untilEnd(worker, backends);
}

function bindingsOf(options: Options, origins: readonly string[]): Record<string, string> {
  if (options.origins) return { ...options.bindings };
  return {
    LB_VERSION: "demonstration",
    LB_REQUEST_TIMEOUT_MS: DEMONSTRATION_TIMEOUT_MS,
    ...options.bindings,
    BACKEND_ORIGINS_JSON: JSON.stringify(origins),
  };
}

/** Runs until the person ends it, or the runtime ends by itself, which is an error. Signals end the process (see run.ts). */
async function untilEnd(worker: RunningWorker, backends: readonly Backend[]): Promise<void> {
  const quit = new Promise<"quit">((done) => {
    if (!process.stdin.isTTY) return print(`\n${pc.dim("no terminal, so no keys: Ctrl-C or SIGTERM ends it")}\n`);
    print(`\n${legend(backends)}\n${backends.length > 0 ? `${stateLine(backends, 0)}\n` : ""}`);
    listenToKeys(backends, print, () => done("quit"));
  });
  // A terminal's Ctrl-C reaches the runtime as well, perhaps before it does its work here.
  const broken = worker.exited.then(() => new Promise<"broken">((done) => setTimeout(() => done("broken"), 300)));
  if ((await Promise.race([quit, broken])) === "broken") throw new Error(`workerd ended by itself\n${worker.log().slice(-2000)}`.trim());
  await worker.stop();
  print(pc.dim("ended: nothing is left running"));
}

await runMain(main);
