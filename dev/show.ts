// One demonstration from its beginning to its end: servers, the gateway in front of them, what is shown, the keyboard.
import pc from "picocolors";
import { type Backend, startBackend } from "./backends.ts";
import { banner } from "./banner.ts";
import { makeCertificates } from "./certificates.ts";
import type { Demonstration, Standing } from "./demonstration.ts";
import { startGateway } from "./gateway.ts";
import { legend, listenToKeys, stateLine } from "./keys.ts";
import { readOptions } from "./options.ts";
import { assertFree } from "./ports.ts";
import { createRequestLines } from "./request-line.ts";
import type { RunningWorker } from "./workerd.ts";

const print = (text: string): void => console.log(text);

/** Shows it until the person ends it. */
export async function show(demonstration: Demonstration, env: NodeJS.ProcessEnv): Promise<void> {
  const { securePort, plainPort, trusted, standing, bindings: given } = await readOptions(demonstration, env);
  for (const port of [securePort, plainPort]) await assertFree(port);

  print(pc.dim("building the Worker ..."));
  const certificates = await makeCertificates();
  const { applications, failStatus, serverNames, list } = demonstration;
  const applicationOf = applications();
  const backends = standing
    ? []
    : await Promise.all(serverNames.map((name) => startBackend(name, certificates, { application: applicationOf(name), failStatus })));
  const servers = standing ?? backends;
  const bindings = standing ? given : { ...demonstration.bindings, ...given, [list.variable]: JSON.stringify(list.of(backends)) };
  const onLine = lineShower(servers);
  const worker = await startGateway(demonstration, { certificates, bindings, securePort, plainPort, trusted, onLine });

  const at = `https://localhost:${worker.securePort}`;
  const plainAt = `http://localhost:${worker.plainPort}`;
  print(banner(demonstration, { at, plainAt, bindings, isDemonstration: backends.length > 0 }, servers));
  await untilEnd(worker, backends, demonstration);
}

/** Prints what is worth reading of a log line. */
function lineShower(servers: readonly Standing[]): (line: string) => void {
  // The header of one gateway holds a name already, that of another an origin.
  const nameOf = (origin: string): string => servers.find(({ url }) => url === origin)?.name ?? origin.replace("https://", "");
  const toLine = createRequestLines({
    nameOf,
    width: Math.max(...["gateway", ...servers.map(({ name }) => name)].map(({ length }) => length)),
  });
  return (line) => {
    const text = toLine(line);
    if (text !== undefined) print(text);
  };
}

/** Runs until the person ends it, or the runtime ends by itself, which is an error. Signals end the process (see run.ts). */
async function untilEnd(worker: RunningWorker, backends: readonly Backend[], words: Demonstration): Promise<void> {
  const quit = new Promise<"quit">((done) => {
    if (!process.stdin.isTTY) return print(`\n${pc.dim("no terminal, so no keys: Ctrl-C or SIGTERM ends it")}\n`);
    print(`\n${legend(backends, words)}\n${backends.length > 0 ? `${stateLine(backends, words, 0)}\n` : ""}`);
    listenToKeys(backends, words, print, () => done("quit"));
  });
  // A terminal's Ctrl-C reaches the runtime as well, perhaps before it does its work here.
  const broken = worker.exited.then(() => new Promise<"broken">((done) => setTimeout(() => done("broken"), 300)));
  if ((await Promise.race([quit, broken])) === "broken") throw new Error(`workerd ended by itself\n${worker.log().slice(-2000)}`.trim());
  await worker.stop();
  print(pc.dim("ended: nothing is left running"));
}
